import { useCallback, useEffect, useState } from 'react'
import type { DirectoryFigures as Figures } from '#api/contract/admin-imports.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { DirectoryFigures } from './directory-figures.tsx'
import { ImportList } from './import-list.tsx'
import { FIGURES_FAILED, importErrorMessage } from './import-messages.ts'
import { fetchDirectoryFigures } from './imports-client.ts'
import { UploadForm } from './upload-form.tsx'
import { useImports } from './use-imports.ts'

/** `/admin-directory`: the directory's sources and its imports. */
export function DirectoryScreen() {
  const { figures, failure, recount } = useFigures()
  const imports = useImports(recount)
  useBackOnline(recount)
  useBackOnline(imports.reload)
  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <h1 className="pb-6 font-semibold text-xl">Directory</h1>
      {failure ? (
        <ErrorPanel title={FIGURES_FAILED} action={<Button onClick={recount}>Try again</Button>}>
          {importErrorMessage(failure, FIGURES_FAILED).description}
        </ErrorPanel>
      ) : (
        <DirectoryFigures figures={figures} />
      )}
      <h2 className="pt-10 pb-4 font-semibold text-md">Bring in a file</h2>
      <UploadForm imports={imports} />
      <h2 className="pt-10 pb-4 font-semibold text-md">Imports</h2>
      <ImportList imports={imports} />
    </div>
  )
}

/** Undefined until loaded; a failed reload keeps the former figures. */
function useFigures() {
  const [figures, setFigures] = useState<Figures>()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const recount = useCallback(() => {
    fetchDirectoryFigures().then(
      (counted) => {
        setFigures(counted)
        setFailure(null)
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailure(error)
      },
    )
  }, [])
  useEffect(recount, [recount])
  return { figures, failure: figures ? null : failure, recount }
}
