import { showToast } from '#web/ui/toast-store.ts'

/*
 * What an account may not do is no fault: it is said calmly, with the way to where it may.
 */

interface Message {
  title: string
  description?: string
}

/** Says what needs a plan, and leads to the plans. */
export function showPlanNeeded(message: Message): void {
  showToast({ ...message, link: { label: 'See plans', to: '/pricing' } })
}

/** Says what needs an account, and leads to the way in. */
export function showLoginNeeded(message: Message): void {
  showToast({ ...message, link: { label: 'Log in', to: '/login' } })
}
