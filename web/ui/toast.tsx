import { Check, CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { dismissToast, type Toast, toastStore } from './toast-store.ts'

const TONES = {
  neutral: { icon: Info, className: 'text-accent' },
  ok: { icon: Check, className: 'text-ok' },
  danger: { icon: CircleAlert, className: 'text-danger' },
} as const

/** The one place where toasts appear. Both live regions stand from the start, or nothing is read. */
export function Toaster() {
  const { current } = useSnapshot(toastStore)
  const isUrgent = current?.tone === 'danger'
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex flex-col items-center justify-end px-4 pb-[calc(var(--tab-bar-height)+var(--selection-bar-height)+var(--update-prompt-height)+1rem)] md:items-end md:px-6 md:pb-6">
      {/* `aria-live` beside the role: an open dialog silences everything around it but that. */}
      <div
        role="status"
        aria-live="polite"
        className="flex w-full max-w-96 justify-center md:justify-end"
      >
        {current && !isUrgent && <ToastCard key={current.id} toast={current} />}
      </div>
      <div role="alert" aria-live="assertive" className="w-full max-w-96">
        {current && isUrgent && <ToastCard key={current.id} toast={current} />}
      </div>
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast.id, toast.durationMs, isHeld])

  if (toast.tone === 'quiet') {
    return (
      // In the top bar, beside what stands there: it comes with every search, and hides nobody.
      <p className="fixed top-[calc(env(safe-area-inset-top)+var(--top-bar-height)/2)] right-16 -translate-y-1/2 animate-fade-in rounded-full border border-line bg-surface px-3 py-1 text-muted text-xs tabular-nums shadow-raised md:right-auto md:left-1/2 md:-translate-x-1/2">
        {toast.title}
      </p>
    )
  }
  const { icon: Icon, className } = TONES[toast.tone]
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
        {toast.action && <ActionButton toast={toast} action={toast.action} />}
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

function ActionButton({ toast, action }: { toast: Toast; action: NonNullable<Toast['action']> }) {
  return (
    <Button
      size="sm"
      className="mt-2"
      onClick={() => {
        dismissToast(toast.id)
        action.onPress()
      }}
    >
      {action.label}
    </Button>
  )
}
