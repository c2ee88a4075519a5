import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '#sync/contract/errors.ts'

/** The target image: its largest width and height in pixels, and its format. */
export interface TargetImage {
  width: number
  height: number
  format: 'png' | 'jpeg'
}

/** A re-encoded image. */
export interface ConvertedImage {
  file: Uint8Array
  width: number
  height: number
}

/** An image of 40 megapixels takes 3 s on an idle machine. */
const CONVERT_MAX_MS = 20_000

/** Each conversion takes one core, and memory for its pixels. */
const CONVERSIONS_MAX = 2

/** The most files that wait for a turn; each is held in memory. */
const WAITING_MAX = 8

/** Messages for errors that help to choose another file; other decoder errors stay hidden. */
const REFUSALS = {
  not_an_image: 'Please select an image file: PNG, JPEG, WebP, GIF, SVG or ICO.',
  too_many_pixels: 'Please select an image of at most 40 megapixels.',
  too_much_memory:
    'This image takes too much memory to read. Please select a smaller one, or save it without interlacing (not progressive).',
  not_plain: 'Please select a plain SVG, without images or many repeated parts in it, or a PNG.',
  damaged: 'The image is damaged or incomplete.',
} as const
type Refusal = keyof typeof REFUSALS

let conversions = 0
const waiting: (() => void)[] = []

/**
 * Re-encodes an uploaded file. Security: its type is determined by content, and only the decoded
 * pixels are kept, so that neither a second file inside it nor its metadata survives.
 * @throws AppError `invalid_input` with `data.reason`; `rate_limited` while many files wait
 */
export async function convertImage(file: Uint8Array, target: TargetImage): Promise<ConvertedImage> {
  await acquireSlot()
  try {
    const answer = await askProcess(file, target)
    if ('refusal' in answer) throw refused(answer.refusal)
    return answer
  } finally {
    const next = waiting.shift()
    if (next) next()
    else conversions -= 1
  }
}

async function acquireSlot(): Promise<void> {
  if (conversions < CONVERSIONS_MAX) {
    conversions += 1
    return
  }
  if (waiting.length >= WAITING_MAX) {
    throw new AppError('rate_limited', 'Other images are being read. Try again in a moment.')
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function refused(reason: Refusal): AppError {
  return new AppError('invalid_input', REFUSALS[reason], { data: { reason } })
}

type Answer = ConvertedImage | { refusal: Refusal }

function askProcess(file: Uint8Array, target: TargetImage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./image-process.js', import.meta.url)), {
      // The child must not inherit this process's arguments.
      execArgv: [],
      // The advanced serialization sends bytes without JSON.
      serialization: 'advanced',
      timeout: CONVERT_MAX_MS,
      killSignal: 'SIGKILL',
    })
    child.once('message', (answer: Answer) => resolve(answer))
    child.on('error', reject)
    // This is a timeout, lack of memory or a crash, which this file caused in any case.
    child.once('exit', () => reject(refused('damaged')))
    child.send({ file, ...target })
  })
}
