import { Download, Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { BRAND } from '#sync/contract/brand.ts'
import { AppError } from '#sync/contract/errors.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { loadCode } from '#web/lib/lazy-part.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { useActor } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import type { ReadFile } from './taken-file.ts'

/** What makes and reads files: loaded on the press that needs it. */
const loadTakeOut = () =>
  loadCode(async () => ({
    ...(await import('./take-out.ts')),
    ...(await import('./taken-file.ts')),
    ...(await import('./take-out-words.ts')),
  }))

/** Takes all of the account's own along in one file, and brings such a file in. */
export function YourData() {
  const { id, email } = useActor()
  const [work, setWork] = useState<'taking' | 'bringing'>()
  const [rows, setRows] = useState(0)
  /** A file of another account, until its reader has said that it shall come in. */
  const [asked, setAsked] = useState<ReadFile>()
  const chooser = useRef<HTMLInputElement>(null)

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

  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
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
        durationMs: 10_000,
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
    const count = (came: number) => {
      done = came
      setRows(came)
    }
    try {
      const brought = await bringInParts(parts, count)
      showToast({ ...broughtInMessage(brought), tone: 'ok', durationMs: 10_000 })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      showToast({ ...broughtInPartMessage(error, done), tone: 'danger', durationMs: 10_000 })
    } finally {
      setWork(undefined)
    }
  }

  return (
    <section aria-label="Your data">
      <h2 className="font-semibold text-md">Your data</h2>
      <p className="mt-1 text-muted">
        Your lists with their people, stars and notes, saved searches, templates and settings, and
        the trace of what you did, in one file: as SQLite, JSON and CSV. It is made on this device,
        without a network too. No contacts are in it, and nothing of your teams.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isBusy={work === 'taking'} onClick={() => void take()}>
          {work !== 'taking' && <Download aria-hidden />}
          Take everything with you
        </Button>
        <Button isBusy={work === 'bringing'} onClick={() => chooser.current?.click()}>
          {work !== 'bringing' && <Upload aria-hidden />}
          Bring a file in
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".zip,application/zip"
          aria-label="File to bring in"
          className="hidden"
          onChange={(event) => void handleFile(event)}
        />
      </div>
      <p aria-live="polite" className="mt-2 min-h-5 text-muted text-sm">
        {work === 'bringing' && rows > 0 && `${formatCount(rows)} rows so far`}
      </p>
      <Dialog
        isOpen={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        size="sm"
        title="This file is of another account"
        description={asked && `${asked.from.email} took it along on ${formatDay(asked.madeAt)}.`}
        footer={
          <>
            <Button onClick={() => setAsked(undefined)}>Leave it</Button>
            <Button variant="primary" onClick={() => asked && void bringIn(asked)}>
              Bring it in here
            </Button>
          </>
        }
      >
        <p>What it holds becomes yours. What you have here stays as it is.</p>
      </Dialog>
    </section>
  )
}
