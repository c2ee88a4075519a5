import { proxy } from 'valtio'

/** A quiet one is a word in passing: small, and the pointer goes through it. */
export type ToastTone = 'quiet' | 'neutral' | 'ok' | 'danger'

export interface Toast {
  /** Grows with every toast, so that a repeated text is announced and timed anew. */
  id: number
  title: string
  description?: string
  tone: ToastTone
  durationMs: number
  /** One thing to do about it; the toast goes with it. */
  action?: { label: string; onPress(): void }
  /** Or one screen to go to. */
  link?: { label: string; to: string }
}

const DURATION_MS = 5000

export const toastStore = proxy<{ current: Toast | null; lastId: number }>({
  current: null,
  lastId: 0,
})

/**
 * Shows a short message for 5 s unless told; a new one replaces the one on screen, except that a
 * word in passing never takes the place of one that matters.
 */
export function showToast({
  tone = 'neutral',
  durationMs = DURATION_MS,
  ...message
}: {
  title: string
  description?: string
  tone?: ToastTone
  durationMs?: number
  action?: Toast['action']
  link?: Toast['link']
}): void {
  const { current } = toastStore
  if (tone === 'quiet' && current && current.tone !== 'quiet') return
  toastStore.lastId += 1
  toastStore.current = { ...message, tone, durationMs, id: toastStore.lastId }
}

/** Takes a word in passing off the screen: it was about a screen that is left. */
export function dismissQuietToast(): void {
  if (toastStore.current?.tone === 'quiet') toastStore.current = null
}

/** Takes a toast off the screen, unless another has already taken its place. */
export function dismissToast(id: number): void {
  if (toastStore.current?.id === id) toastStore.current = null
}
