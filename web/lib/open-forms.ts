import { useEffect } from 'react'
import { proxy } from 'valtio'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'

/** What each open form writes: a key that its screen knows, or nothing in particular. */
const openForms = proxy<{ writing: readonly (string | null)[] }>({ writing: [] })

/**
 * Counts the form that renders it as open, for as long as it does.
 * @param subject what it writes, by a key of its screen's.
 */
export function useOpenForm(subject: string | null = null): void {
  useEffect(() => {
    openForms.writing = [...openForms.writing, subject]
    return () => {
      openForms.writing = openForms.writing.toSpliced(openForms.writing.indexOf(subject), 1)
    }
  }, [subject])
}

/** Whether something may be half written: a form in place, or in a dialog, is open. */
export function useHasOpenForm(): boolean {
  return useProxyValue(openForms, ({ writing }) => writing.length > 0)
}

/** What the open forms write, by their subjects. */
export function useOpenForms(): readonly (string | null)[] {
  return useProxyValue(openForms, ({ writing }) => writing)
}
