import { proxy } from 'valtio'

/** A quiet toast is incidental: small, and the pointer goes through it. */
export type ToastTone = 'quiet' | 'neutral' | 'ok' | 'danger'

export interface Toast {
  /** Grows with every toast, so that a repeated text is announced and timed anew. */
  id: number
  title: string
  description?: string
  tone: ToastTone
  durationMs: number
  /** One action; it also dismisses the toast. */
  action?: { label: string; onPress(): void }
  /** Or a link to one screen. */
  link?: { label: string; to: string }
}

const DURATION_MS = 5000
/** How long a toast offers to undo what it tells of. */
export const UNDO_MS = 10_000

export const toastStore = proxy<{ current: Toast | null; lastId: number }>({
  current: null,
  lastId: 0,
})

/**
 * Shows a message, for 5 s by default. It replaces the one on screen, except that a quiet toast never
 * replaces one of another tone.
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

/** Dismisses a quiet toast: it was about a screen that the user has left. */
export function dismissQuietToast(): void {
  if (toastStore.current?.tone === 'quiet') toastStore.current = null
}

/** Dismisses a hint at what a press cannot do: a dialog that opens answers the next one, and it would lie over it. */
export function dismissHint(): void {
  const { current } = toastStore
  if (current?.tone === 'neutral' && !current.action && !current.link) toastStore.current = null
}

/** Dismisses a toast, unless another has already replaced it. */
export function dismissToast(id: number): void {
  if (toastStore.current?.id === id) toastStore.current = null
}
