import { createFileRoute } from '@tanstack/react-router'
import { ConfirmSubmissionScreen } from '#web/features/intake/confirm-submission-screen.tsx'

export const Route = createFileRoute('/confirm-submission')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  component: () => <ConfirmSubmissionScreen token={Route.useSearch().token} />,
})
