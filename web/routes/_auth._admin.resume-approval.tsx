import { createFileRoute } from '@tanstack/react-router'
import { ResumeApprovalScreen } from '#web/features/admin-approval/resume-approval-screen.tsx'
import { readSubmissionView } from '#web/features/admin-approval/submission-tabs.ts'

export const Route = createFileRoute('/_auth/_admin/resume-approval')({
  validateSearch: readSubmissionView,
  component: ResumeApprovalRoute,
})

function ResumeApprovalRoute() {
  // The router passes on unread search params, too.
  const { tab = 'pending', page = 1 } = readSubmissionView({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <ResumeApprovalScreen
      tab={tab}
      page={page}
      onShow={(view) => void navigate({ search: readSubmissionView(view) })}
    />
  )
}
