import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { IMPORTS_FAILED, importErrorMessage } from './import-messages.ts'
import { ImportRow } from './import-row.tsx'
import type { Imports } from './use-imports.ts'

/** Every import, newest first, with its actions. */
export function ImportList({ imports }: { imports: Imports }) {
  const { rows, failure, hasMore, isLoadingMore, reload, loadMore } = imports
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = rows?.find(({ id }) => id === openId)
  if (failure && !rows) {
    return (
      <ErrorPanel title={IMPORTS_FAILED} action={<Button onClick={reload}>Try again</Button>}>
        {importErrorMessage(failure, IMPORTS_FAILED).description}
      </ErrorPanel>
    )
  }
  if (!rows) return <RowsSkeleton />
  if (rows.length === 0) {
    return (
      <EmptyState icon={FileUp} title="Nothing imported yet">
        Files that you bring in are listed here with what became of their rows.
      </EmptyState>
    )
  }
  return (
    <>
      <table className="w-full table-fixed border-line border-t max-lg:block">
        <caption className="sr-only">Imports</caption>
        <colgroup>
          <col />
          <col className="w-44" />
          <col className="w-80" />
          <col className="w-76" />
        </colgroup>
        <thead className="max-lg:sr-only">
          <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
            <th scope="col">File and source</th>
            <th scope="col">By and when</th>
            <th scope="col">State and rows</th>
            <th scope="col" className="sr-only">
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map((row) => (
            <ImportRow key={row.id} row={row} imports={imports} onOpen={() => setOpenId(row.id)} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className="flex justify-center pt-4">
          <Button isBusy={isLoadingMore} onClick={loadMore}>
            Show older imports
          </Button>
        </div>
      )}
      {opened && <ImportDialog row={opened} imports={imports} onClose={() => setOpenId(null)} />}
    </>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" aria-label="Loading imports" className="border-line border-t">
      {['w-64', 'w-48', 'w-56'].map((width) => (
        <div key={width} className="flex h-24 items-center border-line border-b">
          <Skeleton className={`h-6 max-w-full ${width}`} />
        </div>
      ))}
    </div>
  )
}
