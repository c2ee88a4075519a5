import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { CheckoutRequest } from '#api/contract/billing.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { createCheckout, createPortal } from './account-client.ts'
import {
  CHECKOUT_FAILED,
  PORTAL_FAILED,
  PORTAL_WITHOUT_URL,
  SIGN_IN_TO_MANAGE,
  SIGN_IN_TO_SUBSCRIBE,
  UPGRADE_FAILED,
} from './billing-messages.ts'
import { destinationOf } from './checkout-destination.ts'
import { checkoutPath } from './chosen-plan.ts'

/** Buying and managing a plan: both end on a page of the billing service. */
export function useBilling() {
  const router = useRouter()
  /** The call under way: a price, or the portal. A second press waits for it. */
  const [busy, setBusy] = useState<string | null>(null)

  function fail(message: ErrorMessage) {
    showToast({ ...message, tone: 'danger' })
    setBusy(null)
  }

  /** @returns whether the answer led anywhere; the button then stays busy until the page changes. */
  function follow(answer: unknown): boolean {
    const destination = destinationOf(answer)
    if (!destination) return false
    if (destination.kind === 'elsewhere') {
      window.location.assign(destination.url)
    } else {
      setBusy(null)
      router.history.push(destination.path)
    }
    return true
  }

  /** A calm toast, for nothing failed. The chosen plan travels along, to end at its checkout. */
  function askToSignIn({ priceId }: CheckoutRequest) {
    showToast(SIGN_IN_TO_SUBSCRIBE)
    setBusy(null)
    return router.navigate({
      to: '/login',
      search: { return_to: '/pricing' },
      state: { from: checkoutPath(priceId) },
    })
  }

  async function checkout(request: CheckoutRequest, failure: ErrorMessage) {
    if (busy) return
    setBusy(request.priceId)
    if (!(await sessionKnown())) return askToSignIn(request)
    try {
      if (follow(await createCheckout(request))) return
      setBusy(null)
      await router.navigate({ to: '/pricing' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'authentication_required') return fail(failure)
      await askToSignIn(request)
    }
  }

  return {
    busy,
    /** Buys a plan on the pricing page. */
    subscribe: (priceId: CheckoutRequest['priceId']) => checkout({ priceId }, CHECKOUT_FAILED),
    /** Buys the Monthly plan from the search, and returns there. */
    upgrade: () =>
      checkout(
        {
          priceId: 'price_monthly',
          mode: 'subscription',
          successUrl: '/search?upgraded=true',
          cancelUrl: '/search',
        },
        UPGRADE_FAILED,
      ),
    /** Opens the billing portal, with cards, invoices and cancellation. */
    async manage() {
      if (busy) return
      setBusy('portal')
      try {
        if (!follow(await createPortal())) fail(PORTAL_WITHOUT_URL)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code !== 'authentication_required') return fail(PORTAL_FAILED)
        showToast(SIGN_IN_TO_MANAGE)
        setBusy(null)
        await router.navigate({ to: '/login' })
      }
    },
  }
}
