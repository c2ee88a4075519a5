import {
  type ImportNews,
  type ImportOrder,
  type ImportOutcome,
  runImportTask,
} from './import-task.ts'

const PROGRESS_PAUSE_MS = 200

const tell = (news: ImportNews) => process.send?.(news)

// The parent is gone: nobody would write down what comes of it.
process.on('disconnect', () => process.exit(1))

process.once('message', (order: ImportOrder) => {
  const cancelling = new AbortController()
  // The one message that can come now: to stop at the next border of batches.
  process.once('message', () => cancelling.abort())
  let toldAt = 0
  runImportTask(order, {
    signal: cancelling.signal,
    onProgress(progress) {
      const now = Date.now()
      if (now - toldAt < PROGRESS_PAUSE_MS && progress.done < progress.total) return
      toldAt = now
      tell({ progress })
    },
  })
    .catch((error: unknown) => ({ fault: String(error) }))
    // Leaves once it is heard: what was sent would be lost with a process that ends before.
    .then((outcome: ImportOutcome) => process.send?.({ outcome }, () => process.exit(0)))
    .catch(() => process.exit(1))
})
