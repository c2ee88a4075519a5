/*
 * Small values that this browser keeps. Some private windows refuse storage, and a disk may be full: then
 * they last as long as the page.
 */

/** Null where nothing is stored, or storage is refused. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value; null removes it. @returns false where storage is refused or full. */
export function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** A stored JSON value; null where nothing is stored, or what is stored is not JSON. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null')
  } catch {
    return null
  }
}
