import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from './mailer.ts'

/** A mail that was stored in a file instead of sent. */
export interface StoredMail extends Mail {
  id: string
  /** The time in ISO 8601, UTC. */
  sent_at: string
}

/** File names sort by time. */
const NAME = /^[\dTZ-]+_[0-9a-f-]{36}$/
const SHOWN = 200

/**
 * Stores a mail under the data folder, readable only by its owner, because it contains sign-in
 * links.
 */
export async function storeMail(dataDir: string, mail: Mail): Promise<void> {
  const sentAt = new Date().toISOString()
  const id = `${sentAt.replaceAll(/[:.]/g, '-')}_${randomUUID()}`
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept: StoredMail = { id, sent_at: sentAt, ...mail }
  await writeFile(join(folder, `${id}.json`), JSON.stringify(kept), { mode: 0o600 })
}

/** The latest mails, newest first. */
export async function storedMails(dataDir: string): Promise<StoredMail[]> {
  const files = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const ids = files.map((file) => file.replace(/\.json$/, '')).filter((id) => NAME.test(id))
  const newest = ids.sort().reverse().slice(0, SHOWN)
  return Promise.all(newest.map((id) => read(dataDir, id)))
}

/** One mail; undefined when the id is unknown. */
export async function storedMail(dataDir: string, id: string): Promise<StoredMail | undefined> {
  if (!NAME.test(id)) return undefined
  return read(dataDir, id).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

async function read(dataDir: string, id: string): Promise<StoredMail> {
  return JSON.parse(await readFile(join(folderOf(dataDir), `${id}.json`), 'utf8')) as StoredMail
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'mail')
}
