import type { ExportSource } from '#api/contract/export-request.ts'

const DEFAULT_NAME: Record<ExportSource, string> = {
  search: 'healthcare_worker_export',
  profile: 'physician_export',
  list: 'healthcare_worker_list',
}

/** Below the 255 that file systems allow, with room for the extension and a browser's " (1)". */
const NAME_BYTES_MAX = 200

/** Control and format characters (line breaks, bidi overrides) and what paths are made of. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029<>:"/\\|?*]+/gu

/** Device names of Windows, which no file may bear. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * What the file is called: as asked for less whatever could leave its folder or its header, else
 * by where the export was made.
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
    // A letter cut in two.
    .replace(/\uFFFD+$/, '')
    // Leading dots hide a file or climb a folder; Windows drops dots and spaces at the end.
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const isEmpty = /^_*$/.test(name)
  const safe = RESERVED.test(name) ? `_${name}` : name
  return `${isEmpty ? DEFAULT_NAME[source] : safe}.${format}`
}

/** The header that has a browser save a file under this name (RFC 6266, RFC 5987). */
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
