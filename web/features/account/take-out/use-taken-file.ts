import { useState } from 'react'
import { BRAND } from '#sync/contract/brand.ts'
import { AppError } from '#sync/contract/errors.ts'
import { saveFile } from '#web/lib/exports/save-file.ts'
import { loadCode } from '#web/lib/lazy-part.tsx'
import { useActor } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import type { ReadFile } from './taken-file.ts'

/** How long a message about a file that was read stays. */
const READ_TOAST_MS = 10_000

/** What makes and reads files: loaded on the press that needs it. */
const loadTakeOut = () =>
  loadCode(async () => ({
    ...(await import('./take-out.ts')),
    ...(await import('./taken-file.ts')),
    ...(await import('./take-out-words.ts')),
  }))

/** The take-out and its way back in. Each tells of its outcome in a toast. */
export function useTakenFile() {
  const { id, email } = useActor()
  const [work, setWork] = useState<'taking' | 'bringing'>()
  const [rows, setRows] = useState(0)
  const [asked, setAsked] = useState<ReadFile>()

  async function take() {
    if (id === null || email === null) return
    setWork('taking')
    const { makeTakenFile, fileMadeWords, RowsMissingError, ROWS_MISSING, FILE_NOT_MADE } =
      await loadTakeOut()
    try {
      const { content, fault } = await makeTakenFile({ id, email })
      const day = new Date().toISOString().slice(0, 10)
      saveFile(content, `${BRAND.toLowerCase()}-${day}.zip`)
      showToast({
        title: 'Your file is made',
        description: fileMadeWords(fault),
        tone: 'ok',
      })
    } catch (error) {
      const message = error instanceof RowsMissingError ? ROWS_MISSING : FILE_NOT_MADE
      showToast({ ...message, tone: 'danger' })
      if (message === FILE_NOT_MADE) throw error
    } finally {
      setWork(undefined)
    }
  }

  async function read(file: File) {
    setWork('bringing')
    const { readTakenFile, TakenFileError, fileFaultMessage } = await loadTakeOut()
    try {
      const read = await readTakenFile(new Uint8Array(await file.arrayBuffer()))
      if (read.from.id === id) await bringIn(read)
      else setAsked(read)
    } catch (error) {
      if (!(error instanceof TakenFileError)) throw error
      showToast({
        ...fileFaultMessage(error.fault, error.place),
        tone: 'danger',
        durationMs: READ_TOAST_MS,
      })
    } finally {
      setWork(undefined)
    }
  }

  async function bringIn({ parts }: ReadFile) {
    setAsked(undefined)
    setWork('bringing')
    setRows(0)
    const { bringInParts, broughtInMessage, broughtInPartMessage } = await loadTakeOut()
    let done = 0
    const count = (rows: number) => {
      done = rows
      setRows(rows)
    }
    try {
      const brought = await bringInParts(parts, count)
      showToast({ ...broughtInMessage(brought), tone: 'ok', durationMs: READ_TOAST_MS })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      showToast({
        ...broughtInPartMessage(error, done),
        tone: 'danger',
        durationMs: READ_TOAST_MS,
      })
    } finally {
      setWork(undefined)
    }
  }

  return {
    work,
    /** Rows brought in so far. */
    rows,
    /** A file of another account, until its reader has said whether it shall come in. */
    asked,
    take,
    read,
    bringIn,
    leave: () => setAsked(undefined),
  }
}
