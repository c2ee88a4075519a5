import type { ExportSource } from '#api/contract/export-request.ts'

const DEFAULT_NAME: Record<ExportSource, string> = {
  search: 'healthcare_worker_export',
  profile: 'physician_export',
  list: 'healthcare_worker_list',
}

/**
 * The limit is below the 255 bytes of file systems, with room for the extension and a browser's "
 * (1)".
 */
const NAME_BYTES_MAX = 200

/** Matches control and format characters (line breaks, bidi overrides) and path syntax. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029<>:"/\\|?*]+/gu

/** Matches Windows device names, which no file may have. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * The file's name: the requested one, without characters that could escape its folder or the
 * header; otherwise the name of the screen that exported it.
 */
export function exportFileName(
  source: ExportSource,
  format: string,
  wanted: string | undefined,
): string {
  const cleaned = (wanted ?? '')
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/\.(csv|xlsx|pdf)$/i, '')
  const name = Buffer.from(cleaned)
    .subarray(0, NAME_BYTES_MAX)
    .toString()
    // A replacement character at the end comes from a character cut in two.
    .replace(/\uFFFD+$/, '')
    // Leading dots hide a file or climb to a parent folder; Windows drops dots and spaces at the end.
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const isEmpty = /^_*$/.test(name)
  const safe = RESERVED.test(name) ? `_${name}` : name
  return `${isEmpty ? DEFAULT_NAME[source] : safe}.${format}`
}

/** The Content-Disposition header that saves a file under this name (RFC 6266, RFC 5987). */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
