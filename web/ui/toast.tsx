import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useKeyPress } from '#web/lib/hooks/use-key-press.ts'
import { Button, buttonClass, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { dismissToast, type Toast, toastStore } from './toast-store.ts'

const TONES = {
  neutral: { icon: Info, className: 'text-accent' },
  ok: { icon: Check, className: 'text-ok' },
  danger: { icon: CircleAlert, className: 'text-danger' },
} as const

/**
 * Where all but quiet toasts appear. Both live regions exist from the start, or screen readers miss the
 * toasts.
 */
export function Toaster() {
  const { current } = useSnapshot(toastStore)
  const isUrgent = current?.tone === 'danger'
  return (
    // On a phone over the bars at the bottom, and at the top while a dialog or a call's form is there.
    <div className="pointer-events-none fixed inset-0 z-50 flex flex-col items-center justify-end px-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[calc(var(--tab-bar-height)+var(--action-bar-height)+var(--update-prompt-height)+1rem)] max-md:in-[:root:has([data-scrim][data-state=open],[data-call-bar])]:justify-start md:items-end md:px-6 md:pb-6">
      {/* `aria-live` beside the role: an open dialog hides the rest of the page from screen readers,
          but not live regions. */}
      <div
        role="status"
        aria-live="polite"
        className="flex w-full max-w-96 justify-center md:justify-end"
      >
        {current && current.tone !== 'quiet' && !isUrgent && (
          <ToastCard key={current.id} toast={current} tone={current.tone} />
        )}
      </div>
      <div role="alert" aria-live="assertive" className="w-full max-w-96">
        {current && isUrgent && <ToastCard key={current.id} toast={current} tone="danger" />}
      </div>
    </div>
  )
}

/**
 * A quiet toast, in the flow of the top bar: it comes with every search and has space of its own, so
 * that it covers nothing.
 */
export function QuietToast() {
  const { current } = useSnapshot(toastStore)
  return (
    <div aria-live="polite" className="@container flex min-w-0 flex-1 justify-center">
      {current?.tone === 'quiet' && <QuietWord key={current.id} toast={current} />}
    </div>
  )
}

function QuietWord({ toast }: { toast: Toast }) {
  useExpiry(toast)
  return (
    <p className="@max-[9rem]:sr-only animate-fade-in truncate rounded-full border border-line bg-surface px-3 py-1 text-muted text-xs tabular-nums">
      {toast.title}
    </p>
  )
}

const TICK_MS = 250

/** Dismisses a toast after its duration, which is paused while it is held. */
function useExpiry({ id, durationMs }: Toast, isHeld = false): void {
  useEffect(() => {
    if (isHeld) return
    // Ticks are counted, not the time: a page that was busy, hidden or asleep has shown it to nobody.
    let left = durationMs / TICK_MS
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) dismissToast(id)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [id, durationMs, isHeld])
}

function ToastCard({ toast, tone }: { toast: Toast; tone: keyof typeof TONES }) {
  const [isHeld, setIsHeld] = useState(false)
  useExpiry(toast, isHeld)
  const { icon: Icon, className } = TONES[tone]
  return (
    <div
      data-toast
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      className="pointer-events-auto flex w-full animate-rise items-start gap-3 rounded-md border border-line bg-surface py-3 pr-2 pl-4 shadow-floating"
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', className)} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{toast.title}</p>
        {toast.description && <p className="text-muted text-sm">{toast.description}</p>}
        {toast.action && <ActionButton toast={toast} action={toast.action} onHeld={setIsHeld} />}
        {toast.link && (
          <Link
            to={toast.link.to}
            className={`${buttonClass({ size: 'sm' })} mt-2`}
            onClick={() => dismissToast(toast.id)}
          >
            {toast.link.label}
          </Link>
        )}
      </div>
      <IconButton
        label="Dismiss"
        icon={X}
        size="sm"
        className="-my-1.5"
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  )
}

/** An offer to undo answers to Ctrl or ⌘ and Z, too: the toast is far from the list in the tab order. */
function ActionButton({
  toast,
  action,
  onHeld,
}: {
  toast: Toast
  action: NonNullable<Toast['action']>
  /** It has the focus, and stays. */
  onHeld(isHeld: boolean): void
}) {
  const isUndo = action.label === 'Undo'
  const run = () => {
    dismissToast(toast.id)
    action.onPress()
  }
  useKeyPress(({ key, ctrlKey, metaKey, altKey, isTyping }) => {
    if (!isUndo || isTyping || altKey || !(ctrlKey || metaKey) || key !== 'z') return false
    run()
    return true
  })
  return (
    <Button
      size="sm"
      className="mt-2"
      aria-keyshortcuts={isUndo ? 'Control+Z Meta+Z' : undefined}
      onFocus={() => onHeld(true)}
      onBlur={() => onHeld(false)}
      onClick={run}
    >
      {action.label}
    </Button>
  )
}
