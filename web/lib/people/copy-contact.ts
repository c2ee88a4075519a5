import { copyErrorMessage } from '#web/lib/error-messages.ts'
import { showToast } from '#web/ui/toast-store.ts'
import type { ContactChannel } from './candidate-facts.ts'

const COPIED: Record<ContactChannel, string> = {
  email: 'Email copied',
  phone: 'Phone number copied',
}

/** Puts a contact's value on the clipboard, and a toast says so. @returns whether the browser allowed it. */
export async function copyContact(value: string, channel: ContactChannel): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
  } catch {
    showToast({ ...copyErrorMessage(channel), tone: 'danger' })
    return false
  }
  showToast({ title: COPIED[channel], tone: 'ok' })
  return true
}
