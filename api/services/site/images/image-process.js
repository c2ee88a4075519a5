// Re-encodes one image in a child process: a malicious file can harm a decoder only here, and the
// process ends with it. It is plain JavaScript, so that it starts in a tenth of a second.
import decodeIco from 'decode-ico'
import sharp from 'sharp'

/** 40 megapixels: more than usual cameras produce, and less than what exhausts a machine. */
const PIXELS_MAX = 40_000_000

/**
 * The most memory that decoding may take: this process starts with 70 MB, and ordinary images of 40
 * megapixels take it to 180 MB. Interlaced and progressive images are held as a whole, wide rows by
 * the thousand, and the filters of an SVG layer by layer: no pixel limit bounds all of these.
 */
const MEMORY_MAX = 190 * 1024 * 1024
/** Decoders allocate a megabyte per millisecond. They run in other threads; this one only watches. */
const MEMORY_LOOK_MS = 5

/** Only the decoders of the accepted formats are allowed. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((kind) => `VipsForeignLoad${kind}`),
})
sharp.cache(false)
sharp.concurrency(1)

/** The magic numbers of bitmap formats. Any other file can only be an SVG. */
const SIGNATURES = ['89504e47', 'ffd8ff', '47494638', '52494646']
const ICO = '00000100'
/** An icon file holds a handful, of 256 pixels at most; each is decoded before one is chosen. */
const ICO_PICTURES_MAX = 20
const ICO_PIXELS_MAX = 256
const DIB_WIDTH = 4
const DIB_HEIGHT = 8

const SVG_DENSITY = 72
const SVG_DENSITY_MAX = 10_000

/**
 * Matches what is refused in an SVG: entities, which may expand, and embedded images, which would
 * not be checked.
 */
const SVG_REFUSED = /<!ENTITY|<(\w+:)?(fe)?image[\s/>]|encoding\s*=\s*["'](?!utf-8)/i

/** Matches references; nested ones multiply what is drawn: this few expand to 1,500. */
const SVG_USE = /<(\w+:)?use[\s/>]/gi
const SVG_USES_MAX = 20

// The parent process has ended, so nothing would receive the image.
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
  // The process is killed: an exit would wait for the decoders, which allocate more until then.
  process.send({ refusal: 'too_much_memory' }, () => process.kill(process.pid, 'SIGKILL'))
}

/** @returns the image, or the reason for its refusal */
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
    // An SVG is scaled before it is rasterised.
    ...(isDrawing ? { density } : {}),
    limitInputPixels: PIXELS_MAX,
    failOn: 'truncated',
  })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
  // Only the pixels are encoded, without location, camera or text metadata.
  const encoded =
    format === 'png'
      ? image.png({ compressionLevel: 9 })
      : image.flatten({ background: '#fff' }).jpeg({ quality: 85, mozjpeg: true })
  const result = await encoded.toBuffer({ resolveWithObject: true }).catch(() => undefined)
  if (!result) return { refusal: 'damaged' }
  return { file: result.data, width: result.info.width, height: result.info.height }
}

/**
 * The largest picture of an icon file; undefined when there is none or its stated size is too
 * large.
 */
function openIcon(bytes) {
  try {
    const count = bytes.readUInt16LE(4)
    if (count > ICO_PICTURES_MAX) return undefined
    for (let index = 0; index < count; index += 1) {
      const length = bytes.readUInt32LE(6 + 16 * index + 8)
      const at = bytes.readUInt32LE(6 + 16 * index + 12)
      if (at + length > bytes.length) return undefined
      const isPng = bytes.readUInt32BE(at) === 0x89504e47
      // The stated height includes the mask below the picture.
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

/** The bytes as text; undefined if they are not text. */
function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
