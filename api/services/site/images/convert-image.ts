import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '#sync/contract/errors.ts'

/** What an image is to become: at most so many pixels either way, in this form. */
export interface ImageOrder {
  width: number
  height: number
  format: 'png' | 'jpeg'
}

/** An image of our own making. */
export interface ConvertedImage {
  file: Uint8Array
  width: number
  height: number
}

/** 40 megapixels take 3 s on an idle machine. */
const CONVERT_MAX_MS = 20_000

/** Each takes a core, and what its pixels need. */
const CONVERSIONS_MAX = 2

/** Files that wait for their turn, whole in memory. */
const WAITING_MAX = 8

/** Nobody is to know more of a decoder's troubles than what helps to choose another file. */
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
 * Makes an image of ours of somebody's file: judged by its content, decoded and encoded anew, so
 * that nothing else that the file may also be, or says of its maker, is kept.
 * @throws AppError `invalid_input` with `data.reason`; `rate_limited` while many wait.
 */
export async function convertImage(file: Uint8Array, order: ImageOrder): Promise<ConvertedImage> {
  await turn()
  try {
    const answer = await askProcess(file, order)
    if ('refusal' in answer) throw refused(answer.refusal)
    return answer
  } finally {
    const next = waiting.shift()
    if (next) next()
    else conversions -= 1
  }
}

async function turn(): Promise<void> {
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

function askProcess(file: Uint8Array, order: ImageOrder): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./image-process.js', import.meta.url)), {
      // Whatever this process was started with is not for it.
      execArgv: [],
      // Sends bytes as bytes.
      serialization: 'advanced',
      timeout: CONVERT_MAX_MS,
      killSignal: 'SIGKILL',
    })
    child.once('message', (answer: Answer) => resolve(answer))
    child.on('error', reject)
    // Given up, out of memory or crashed: whatever it was, this file did it.
    child.once('exit', () => reject(refused('damaged')))
    child.send({ file, ...order })
  })
}
