import {
  type ImportJob,
  type ImportMessage,
  type ImportOutcome,
  runImportTask,
} from './import-task.ts'

const PROGRESS_PAUSE_MS = 200

const report = (message: ImportMessage) => process.send?.(message)

// The parent process has ended, so the outcome would not be recorded.
process.on('disconnect', () => process.exit(1))

process.once('message', (job: ImportJob) => {
  const cancelling = new AbortController()
  // The only message after the job is a cancellation, after the current batch.
  process.once('message', () => cancelling.abort())
  let reportedAt = 0
  runImportTask(job, {
    signal: cancelling.signal,
    onProgress(progress) {
      const now = Date.now()
      if (now - reportedAt < PROGRESS_PAUSE_MS && progress.done < progress.total) return
      reportedAt = now
      report({ progress })
    },
  })
    .catch((error: unknown) => ({ fault: String(error) }))
    // The process exits only after the message was sent, or it would be lost.
    .then((outcome: ImportOutcome) => process.send?.({ outcome }, () => process.exit(0)))
    .catch(() => process.exit(1))
})
