import { createFileRoute } from '@tanstack/react-router'
import { ConfirmSubmissionScreen } from '#web/features/intake/confirm-submission-screen.tsx'
import { textParams } from '#web/lib/text-params.ts'

export const Route = createFileRoute('/confirm-submission')({
  validateSearch: textParams('token'),
  component: () => <ConfirmSubmissionScreen token={Route.useSearch().token} />,
})
