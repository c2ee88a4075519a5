import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const HASH_PIECE_BYTES = 1024 * 1024

/** The disk space kept free of uploads: the import also needs room in the database. */
const RESERVE_BYTES = 1_000_000_000

/**
 * The files of imports. Each import has its own folder under the data folder, which only our user
 * can read.
 */
export class ImportFiles {
  private readonly parent: string

  constructor(dataDir: string) {
    this.parent = join(dataDir, 'imports')
  }

  /** The path of the uploaded file. */
  path(id: string): string {
    return join(this.folder(id), 'file')
  }

  /** The path of the rejected rows; the file is missing when there are none. */
  rejectsPath(id: string): string {
    return join(this.folder(id), 'rejects.csv')
  }

  /** The number of bytes uploaded so far. */
  async size(id: string): Promise<number> {
    return (await sizeOf(this.path(id))) ?? 0
  }

  async hasRejects(id: string): Promise<boolean> {
    return (await sizeOf(this.rejectsPath(id))) !== undefined
  }

  /** The number of bytes that still fit on the disk. */
  async room(): Promise<number> {
    // The files may be on a separate disk.
    await mkdir(this.parent, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(this.parent)
    return Math.max(0, bavail * bsize - RESERVE_BYTES)
  }

  /** Appends to the uploaded file; on failure (a full disk) the file is restored. */
  async append(id: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.folder(id), { recursive: true, mode: 0o700 })
    const file = await open(this.path(id), 'a', 0o600)
    try {
      const { size } = await file.stat()
      try {
        await file.writeFile(bytes)
      } catch (error) {
        await file.truncate(size)
        throw error
      }
    } finally {
      await file.close()
    }
  }

  /** SHA-256 of the uploaded file in hexadecimal, after its bytes were synced to disk. */
  async checksum(id: string): Promise<string> {
    const file = await open(this.path(id), 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    const hash = createHash('sha256')
    const pieces = createReadStream(this.path(id), { highWaterMark: HASH_PIECE_BYTES })
    for await (const piece of pieces) hash.update(piece)
    return hash.digest('hex')
  }

  /** Deletes the uploaded file; the rejected rows stay for review. */
  async deleteUpload(id: string): Promise<void> {
    await rm(this.path(id), { force: true })
  }

  /** Deletes all files of an import. */
  async deleteAll(id: string): Promise<void> {
    await rm(this.folder(id), { recursive: true, force: true })
  }

  private folder(id: string): string {
    return join(this.parent, id)
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
