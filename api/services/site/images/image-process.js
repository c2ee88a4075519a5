// Re-encodes one image in a process of its own: what a stranger's file makes a decoder do, it does
// here, and ends with it. Plain JavaScript, so that it is ready in a tenth of a second.
import decodeIco from 'decode-ico'
import sharp from 'sharp'

/** 40 megapixels: above any camera an operator has at hand, below what decoding takes a machine for. */
const PIXELS_MAX = 40_000_000

/**
 * What reading an image may take of memory: this process starts with 70 MB, and ordinary images of 40
 * megapixels take it to 180. What is interlaced or progressive is held as a whole, wide rows by the
 * thousand, a filter of a drawing sheet by sheet: no count of pixels bounds all of these.
 */
const MEMORY_MAX = 190 * 1024 * 1024
/** Decoders take a megabyte in a millisecond. They run beside this thread, which has nothing else to do. */
const MEMORY_LOOK_MS = 5

/** The kinds that are read, and no other decoder. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((kind) => `VipsForeignLoad${kind}`),
})
sharp.cache(false)
sharp.concurrency(1)

/** How files of pictures made of pixels begin. Whatever begins otherwise can only be a drawing. */
const SIGNATURES = ['89504e47', 'ffd8ff', '47494638', '52494646']
const ICO = '00000100'
/** An icon file holds a handful, of 256 pixels at most; each is taken apart before one is chosen. */
const ICO_PICTURES_MAX = 20
const ICO_PIXELS_MAX = 256
const DIB_WIDTH = 4
const DIB_HEIGHT = 8

const SVG_DENSITY = 72
const SVG_DENSITY_MAX = 10_000

/** What a drawing may not have: texts that unfold, and images, which are not judged in there. */
const SVG_REFUSED = /<!ENTITY|<(\w+:)?(fe)?image[\s/>]|encoding\s*=\s*["'](?!utf-8)/i

/** Parts that are drawn again elsewhere, and others again in those: with so few they come to 1,500. */
const SVG_USE = /<(\w+:)?use[\s/>]/gi
const SVG_USES_MAX = 20

// The parent is gone: nobody waits for this image.
process.on('disconnect', () => process.exit(1))

process.once('message', (order) => {
  setInterval(refuseTooMuch, MEMORY_LOOK_MS)
  convert(order).then(
    (answer) => process.send(answer, () => process.exit(0)),
    () => process.exit(1),
  )
})

function refuseTooMuch() {
  if (process.memoryUsage.rss() <= MEMORY_MAX) return
  // Killed: an exit waits for decoders to end, and they take more until then.
  process.send({ refusal: 'too_much_memory' }, () => process.kill(process.pid, 'SIGKILL'))
}

/** @returns the image, or why it is refused. */
async function convert({ file, width, height, format }) {
  const bytes = Buffer.from(file)
  const start = bytes.subarray(0, 4).toString('hex')
  const isIcon = start === ICO
  const isDrawing = !isIcon && !SIGNATURES.some((signature) => start.startsWith(signature))
  const text = isDrawing ? textOf(bytes) : undefined
  if (isDrawing && !text?.includes('<svg')) return { refusal: 'not_an_image' }
  if (text && !isPlain(text)) return { refusal: 'not_plain' }
  const source = isIcon ? openIcon(bytes) : { input: bytes, options: {} }
  if (!source) return { refusal: 'damaged' }
  const facts = await sharp(source.input, source.options)
    .metadata()
    .catch((error) => error)
  if (facts instanceof Error) {
    return { refusal: /pixel limit/i.test(facts.message) ? 'too_many_pixels' : 'damaged' }
  }
  if (facts.width * facts.height > PIXELS_MAX) return { refusal: 'too_many_pixels' }
  const scale = Math.min(width / facts.width, height / facts.height)
  const density = Math.min(Math.max(1, SVG_DENSITY * scale), SVG_DENSITY_MAX)
  const image = sharp(source.input, {
    ...source.options,
    // A drawing is scaled before it becomes pixels.
    ...(isDrawing ? { density } : {}),
    limitInputPixels: PIXELS_MAX,
    failOn: 'truncated',
  })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
  // Nothing of the file goes along but its colours: no place, no camera, no words.
  const encoded =
    format === 'png'
      ? image.png({ compressionLevel: 9 })
      : image.flatten({ background: '#fff' }).jpeg({ quality: 85, mozjpeg: true })
  const result = await encoded.toBuffer({ resolveWithObject: true }).catch(() => undefined)
  if (!result) return { refusal: 'damaged' }
  return { file: result.data, width: result.info.width, height: result.info.height }
}

/** The largest picture of an icon file; undefined where it is none or claims too much. */
function openIcon(bytes) {
  try {
    const count = bytes.readUInt16LE(4)
    if (count > ICO_PICTURES_MAX) return undefined
    for (let index = 0; index < count; index += 1) {
      const length = bytes.readUInt32LE(6 + 16 * index + 8)
      const at = bytes.readUInt32LE(6 + 16 * index + 12)
      if (at + length > bytes.length) return undefined
      const isPng = bytes.readUInt32BE(at) === 0x89504e47
      // Its height counts a mask below the picture.
      const isLarge =
        bytes.readInt32LE(at + DIB_WIDTH) > ICO_PIXELS_MAX ||
        bytes.readInt32LE(at + DIB_HEIGHT) > 2 * ICO_PIXELS_MAX
      if (!isPng && isLarge) return undefined
    }
    const [largest] = decodeIco(bytes).sort((a, b) => b.width - a.width)
    if (!largest) return undefined
    const { width, height, data, type } = largest
    if (type === 'png') return { input: Buffer.from(data), options: {} }
    return { input: Buffer.from(data.buffer), options: { raw: { width, height, channels: 4 } } }
  } catch {
    return undefined
  }
}

function isPlain(drawing) {
  return !SVG_REFUSED.test(drawing) && (drawing.match(SVG_USE)?.length ?? 0) <= SVG_USES_MAX
}

/** Undefined where the bytes are no text. */
function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
