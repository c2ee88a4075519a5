import { createFileRoute } from '@tanstack/react-router'
import { BringScreen } from '#web/features/bring/bring-screen.tsx'
import { textParams } from '#web/lib/text-params.ts'

/** Where other apps share to, and where files are opened with this one. */
export const Route = createFileRoute('/_auth/bring')({
  validateSearch: textParams('shared'),
  component: BringRoute,
})

function BringRoute() {
  const { shared } = Route.useSearch()
  return <BringScreen shared={shared} />
}
