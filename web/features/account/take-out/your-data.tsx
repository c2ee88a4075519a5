import { Download, Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTakenFile } from './use-taken-file.ts'

/** Takes all of the account's own along in one file, and brings such a file in. */
export function YourData() {
  const { work, rows, asked, take, read, bringIn, leave } = useTakenFile()
  const chooser = useRef<HTMLInputElement>(null)

  function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // So that the same file can be chosen again.
    event.target.value = ''
    if (file) void read(file)
  }

  return (
    <section aria-label="Your data">
      <h2 className="font-semibold text-md">Your data</h2>
      <p className="mt-1 text-muted">
        Your lists with their people, stars and notes, saved searches, templates and settings, and
        the trace of what you did, in one file: as JSON and CSV. It is made on this device, without
        a network too. No contacts are in it, and nothing of your teams.
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
          onChange={handleFile}
        />
      </div>
      <p aria-live="polite" className="mt-2 min-h-5 text-muted text-sm">
        {work === 'bringing' && rows > 0 && `${formatCount(rows)} rows so far`}
      </p>
      <Dialog
        isOpen={asked !== undefined}
        onOpenChange={leave}
        size="sm"
        title="This file is of another account"
        description={asked && `${asked.from.email} took it along on ${formatDay(asked.madeAt)}.`}
        footer={
          <>
            <Button onClick={leave}>Leave it</Button>
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
