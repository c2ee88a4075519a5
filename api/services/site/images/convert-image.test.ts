import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { usageOf } from '#tests/bench/process-usage.ts'
import { type ConvertedImage, convertImage, type TargetImage } from './convert-image.ts'

const PNG: TargetImage = { width: 64, height: 64, format: 'png' }
const CARD: TargetImage = { width: 1200, height: 630, format: 'jpeg' }

const picture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } },
  })

const svg = (inner: string, size = 'width="32" height="32"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`)

const read = (image: ConvertedImage) => sharp(Buffer.from(image.file)).metadata()

const refusalOf = (file: Uint8Array, order = PNG) =>
  convertImage(file, order).then(
    () => 'taken',
    (error) => `${error.code} ${error.data?.reason}`,
  )

it('reads two at a time while eight wait, and refuses those beyond, who may come again', async () => {
  const file = await picture(8, 8).png().toBuffer()
  const codeOf = () =>
    convertImage(file, PNG).then(
      () => 'taken',
      (error) => error.code,
    )
  const codes = await Promise.all(Array.from({ length: 12 }, codeOf))
  expect(codes).toEqual([...Array(10).fill('taken'), 'rate_limited', 'rate_limited'])
  expect(await Promise.all([codeOf(), codeOf(), codeOf()])).toEqual(Array(3).fill('taken'))
})

describe('takes', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('%s, whatever it is called', async (kind) => {
    const image = await convertImage(await picture(300, 150).toFormat(kind).toBuffer(), PNG)
    expect([image.width, image.height]).toEqual([64, 32])
    expect(await read(image)).toMatchObject({ format: 'png', width: 64, height: 32 })
  })

  it('a small one as it is, and for a card as JPEG without what can be seen through', async () => {
    const image = await convertImage(await picture(600, 315).png().toBuffer(), CARD)
    expect(await read(image)).toMatchObject({ format: 'jpeg', width: 600, height: 315 })
  })

  it('SITE-03 a drawing, as sharp as it is to be shown', async () => {
    const image = await convertImage(svg('<circle cx="16" cy="16" r="16" fill="red"/>'), PNG)
    expect(await read(image)).toMatchObject({ format: 'png', width: 64, height: 64 })
  })

  it('SITE-03 an icon file of pixels or of PNG, the largest in it', async () => {
    const small = await picture(16, 16).png().toBuffer()
    const large = await picture(48, 48).png().toBuffer()
    expect(await convertImage(iconFile([small, large]), PNG)).toMatchObject({ width: 48 })
    const pixels = await convertImage(iconFile([bitmap(32, 32)]), PNG)
    expect(pixels).toMatchObject({ width: 32, height: 32 })
    const { dominant } = await sharp(Buffer.from(pixels.file)).stats()
    expect(dominant.b).toBeGreaterThan(dominant.r)
  })

  it('an upright copy of a photograph, without where and by whom it was taken', async () => {
    const photo = await picture(300, 150)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Somebody' } } })
      .toBuffer()
    expect(photo.includes('Somebody')).toBe(true)
    const image = await convertImage(photo, CARD)
    expect([image.width, image.height]).toEqual([150, 300])
    expect((await read(image)).exif).toBeUndefined()
    expect(Buffer.from(image.file).includes('Somebody')).toBe(false)
  })

  it('of a file that is two things the image alone', async () => {
    const script = '<script>alert(document.domain)</script>'
    const polyglot = Buffer.concat([await picture(20, 20).gif().toBuffer(), Buffer.from(script)])
    const image = await convertImage(polyglot, PNG)
    expect(Buffer.from(image.file).includes('script')).toBe(false)
    expect((await read(image)).format).toBe('png')
  })

  it('40 megapixels', async () => {
    const large = await sharp({
      create: { width: 8000, height: 5000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    expect(await convertImage(large, CARD)).toMatchObject({ width: 1008, height: 630 })
    expect((await watched(large, CARD)).peakMb).toBeLessThan(200)
  })
})

describe('refuses', () => {
  it.each([
    ['text', Buffer.from('hello')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7 …')],
    ['a compressed drawing', gzipSync(svg(''))],
    ['a TIFF', Buffer.from('49492a00080000000000', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_, file) => {
    expect(await refusalOf(file)).toBe('invalid_input not_an_image')
  })

  it.each([
    ['of an image within', '<image href="data:image/png;base64,AAAA" width="9" height="9"/>'],
    ['of an image within a filter', '<filter><feImage href="/etc/passwd"/></filter>'],
    ['of an image by another name', '<svg:image href="data:,"/>'],
  ])('a drawing %s', async (_, inner) => {
    expect(await refusalOf(svg(inner))).toBe('invalid_input not_plain')
  })

  it('a drawing whose texts unfold into millions', async () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`
    expect(await refusalOf(Buffer.from(bomb))).toBe('invalid_input not_plain')
  })

  it('a drawing that repeats itself a hundred million times', async () => {
    const levels = Array.from({ length: 8 }, (_, i) => {
      return `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`
    })
    const bomb = svg(`<g id="a0"><path d="M0 0h9"/></g>${levels.join('')}<use href="#a8"/>`)
    expect(await refusalOf(bomb)).toBe('invalid_input not_plain')
  })

  it('one that ends half-way', async () => {
    const whole = await noise(400, 400).png().toBuffer()
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe('invalid_input damaged')
    const photo = await noise(400, 400).jpeg().toBuffer()
    expect(await refusalOf(photo.subarray(0, photo.length / 2))).toBe('invalid_input damaged')
    expect(await refusalOf(iconFile([bitmap(32, 32)]).subarray(0, 60))).toBe(
      'invalid_input damaged',
    )
  })

  it('more than 40 megapixels', async () => {
    expect(await refusalOf(pngClaiming(8001, 5000))).toBe('invalid_input too_many_pixels')
  })

  it('an icon file that claims to be larger than icons are', async () => {
    const claims = bitmap(32, 32)
    claims.writeInt32LE(60_000, 4)
    expect(await refusalOf(iconFile([claims]))).toBe('invalid_input damaged')
    const many = Array.from({ length: 200 }, () => bitmap(32, 32))
    expect(await refusalOf(iconFile(many))).toBe('invalid_input damaged')
  })
})

describe('refuses what takes much memory to read, before it takes much more than 200 MB', () => {
  const floods = Array.from({ length: 400 }, (_, i) => `<feFlood result="r${i}"/>`).join('')
  const sheets = `<filter id="f">${floods}</filter><path d="M0 0h1200v630z" filter="url(#f)"/>`

  it.each([
    [
      '40 megapixels interlaced',
      () => picture(8000, 5000).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    ],
    [
      'rows of a million pixels',
      () => picture(1_000_000, 40).png({ compressionLevel: 1 }).toBuffer(),
    ],
    ['a drawing of 400 sheets', async () => svg(sheets, 'width="1200" height="630"')],
  ])('SITE-03 %s', async (_, make) => {
    const file = await make()
    const { refusal, peakMb } = await watched(file, CARD)
    expect(refusal).toBe('too_much_memory')
    expect(peakMb).toBeLessThan(240)
    expect(await refusalOf(file, CARD)).toBe('invalid_input too_much_memory')
  })
})

/** Converts a file in the process, and measures its peak memory. */
async function watched(file: Uint8Array, order: TargetImage) {
  const child = fork(fileURLToPath(new URL('./image-process.js', import.meta.url)), {
    execArgv: [],
    serialization: 'advanced',
  })
  let peakMb = 0
  const look = () => {
    peakMb = Math.max(peakMb, usageOf(child.pid ?? 0, '').peakMb)
  }
  const timer = setInterval(look, 5)
  const ended = once(child, 'exit')
  child.send({ file, ...order })
  const [answer] = await once(child, 'message')
  look()
  await ended
  clearInterval(timer)
  return { refusal: (answer as { refusal?: string }).refusal, peakMb }
}

/** A PNG of few bytes that decompresses to an image of this size. */
function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0, seed = 1; at < pixels.length; at += 1) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    pixels[at] = seed >> 16
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Blue pixels in an icon file's bitmap form: a header, rows bottom-up, a mask. */
function bitmap(width: number, height: number): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(2 * height, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([220, 40, 20, 255], at)
  const mask = Buffer.alloc(Math.ceil(width / 32) * 4 * height)
  return Buffer.concat([header, pixels, mask])
}

function iconFile(pictures: Buffer[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * pictures.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(pictures.length, 4)
  let offset = directory.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    directory.set([32, 32], entry)
    directory.writeUInt32LE(picture.length, entry + 8)
    directory.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([directory, ...pictures])
}
