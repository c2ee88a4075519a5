import { Tabs } from '#web/ui/tabs.tsx'
import { SubmissionTable } from './submission-table.tsx'
import { SUBMISSION_TABS, type SubmissionTab } from './submission-tabs.ts'

/** `/resume-approval`: every submitted resume, by status. */
export function ResumeApprovalScreen({
  tab,
  page,
  onShow,
}: {
  tab: SubmissionTab
  page: number
  onShow(view: { tab: SubmissionTab; page: number }): void
}) {
  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <h1 className="pb-6 font-semibold text-xl">Resume Submissions</h1>
      <Tabs
        label="Status"
        value={tab}
        onValueChange={(next) => onShow({ tab: next as SubmissionTab, page: 1 })}
        tabs={SUBMISSION_TABS.map(({ value, label }) => ({
          value,
          label,
          content: (
            <SubmissionTable
              status={value}
              page={page}
              onPageChange={(next) => onShow({ tab: value, page: next })}
            />
          ),
        }))}
      />
    </div>
  )
}
