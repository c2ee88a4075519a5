import { openDB } from 'idb'
import { deviceName, userFolder } from './user-folder.ts'

const FILE = 'key'
const KEY_BYTES = 32
const USAGES = ['encrypt', 'decrypt'] as const

/**
 * The key under which unsent work and the first screen lie in IndexedDB. It is a file of its own,
 * because a deleted file is gone, while what IndexedDB deletes stays on the disk for a while: without
 * the key that is noise. Browsers that cannot write private files keep it in IndexedDB too.
 */
export function deviceKey(userId: string): Promise<CryptoKey> {
  // One tab makes it, and the others find it.
  return navigator.locks.request(`${deviceName(userId)}.key`, async () => {
    const file = await keyFile(userId).catch(() => null)
    return file ? keyInFile(file) : keyInIndexedDb(userId)
  })
}

/** The file; null where it can only be read. */
async function keyFile(userId: string): Promise<FileSystemFileHandle | null> {
  const file = await (await userFolder(userId)).getFileHandle(FILE, { create: true })
  return 'createWritable' in file ? file : null
}

async function keyInFile(file: FileSystemFileHandle): Promise<CryptoKey> {
  let bytes = new Uint8Array(await (await file.getFile()).arrayBuffer())
  if (bytes.length !== KEY_BYTES) {
    bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
    const writable = await file.createWritable()
    await writable.write(bytes)
    await writable.close()
  }
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, USAGES)
}

async function keyInIndexedDb(userId: string): Promise<CryptoKey> {
  const database = await openDB(`${deviceName(userId)}.key`, 1, {
    upgrade: (opened) => void opened.createObjectStore('keys'),
  })
  try {
    const kept: CryptoKey | undefined = await database.get('keys', 'own')
    if (kept) return kept
    const algorithm = { name: 'AES-GCM', length: 256 }
    const key = await crypto.subtle.generateKey(algorithm, false, USAGES)
    await database.put('keys', key, 'own')
    return key
  } finally {
    database.close()
  }
}
