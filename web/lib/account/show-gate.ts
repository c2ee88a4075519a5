import { type Action, gateOf } from '#sync/contract/permissions.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { actorOf, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/* A missing permission is no error: a calm toast says so and links to what grants it. */

interface Message {
  title: string
  description?: string
}

/** What a feature says to an actor who may not use it. */
interface GateWords {
  /** Without it a visitor is told of the plan, too. */
  signIn?: Message
  plan: Message
}

/** Whether the present actor may take this action; a toast or the demo account's dialog says why not. */
export function passesGate(action: Action, { signIn, plan }: GateWords): boolean {
  const gate = gateOf(actorOf(session.me), action)
  if (gate === 'open') return true
  if (gate === 'demo') showDemoLimit()
  else if (gate === 'sign_in' && signIn) {
    showToast({ ...signIn, link: { label: 'Log in', to: '/login' } })
  } else showPlanNeeded(plan)
  return false
}

/** Says that a feature needs a plan, and links to the plans. */
export function showPlanNeeded(message: Message): void {
  showToast({ ...message, link: { label: 'See plans', to: '/pricing' } })
}
