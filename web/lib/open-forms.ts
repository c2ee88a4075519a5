import { useEffect } from 'react'
import { proxy } from 'valtio'
import { useProxyValue } from './use-proxy-value.ts'

const openForms = proxy({ count: 0 })

/** Counts the form that renders it as open, for as long as it does. */
export function useOpenForm(): void {
  useEffect(() => {
    openForms.count += 1
    return () => {
      openForms.count -= 1
    }
  }, [])
}

/** Whether something may be half written: a form in place, or in a dialog, is open. */
export function useHasOpenForm(): boolean {
  return useProxyValue(openForms, ({ count }) => count > 0)
}
