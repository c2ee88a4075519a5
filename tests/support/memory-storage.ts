import { vi } from 'vitest'

/** Stubs an empty `localStorage`, which Node lacks, until globals are unstubbed. */
export function stubLocalStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}
