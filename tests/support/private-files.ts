import { vi } from 'vitest'

/** The state of a stubbed private file system; a test may change it. */
export interface PrivateFiles {
  /** The bytes of each file, by folder and name. */
  files: Map<string, Uint8Array<ArrayBuffer>>
  /** Whether files can be written; older browsers can only read them on this thread. */
  isWritable: boolean
  /** The error of every call while it is set. */
  fault: Error | null
  /** Whether a page that is gone holds every lock for ever. */
  isLocked: boolean
}

/** Stubs the browser's locks and private file system in memory, as far as our code uses them. */
export function stubPrivateFiles(): PrivateFiles {
  const state: PrivateFiles = { files: new Map(), isWritable: true, fault: null, isLocked: false }
  const { files } = state

  function fileHandle(path: string) {
    const getFile = async () => new Blob(files.has(path) ? [files.get(path) ?? ''] : [])
    const createWritable = async () => {
      let written = new Uint8Array()
      return {
        async write(bytes: Uint8Array<ArrayBuffer>) {
          written = bytes.slice()
        },
        close: async () => void files.set(path, written),
      }
    }
    return state.isWritable ? { getFile, createWritable } : { getFile }
  }

  const folderHandle = (folder: string) => ({
    async getFileHandle(name: string, { create = false } = {}) {
      const path = `${folder}/${name}`
      if (!files.has(path) && !create) throw new DOMException('There is none.', 'NotFoundError')
      if (!files.has(path)) files.set(path, new Uint8Array())
      return fileHandle(path)
    },
  })

  const getDirectory = async () => {
    if (state.fault) throw state.fault
    return { getDirectoryHandle: async (name: string) => folderHandle(name) }
  }
  let last: Promise<unknown> = Promise.resolve()
  // A promise of the caller's own, which the next turn does not handle.
  const request = async (
    _name: string,
    { signal }: { signal: AbortSignal },
    run: () => Promise<unknown>,
  ) => {
    if (state.isLocked) {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
  vi.stubGlobal('navigator', { locks: { request }, storage: { getDirectory } })
  return state
}
