import { showToast } from '#web/ui/toast-store.ts'

/* A missing permission is no error: a calm toast says so and links to what grants it. */

interface Message {
  title: string
  description?: string
}

/** Says that a feature needs a plan, and links to the plans. */
export function showPlanNeeded(message: Message): void {
  showToast({ ...message, link: { label: 'See plans', to: '/pricing' } })
}

/** Says that a feature needs an account, and links to the sign-in. */
export function showLoginNeeded(message: Message): void {
  showToast({ ...message, link: { label: 'Log in', to: '/login' } })
}
