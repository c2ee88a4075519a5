import { Link } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { canPushInBackground } from '#web/replica/background-push.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { abilitiesOf } from './device-abilities.ts'

const MEGABYTE = 1_000_000

/** What this device can do: each ability of the browser, and what takes its place where it is missing. */
export function DeviceTab() {
  const [isPersistent, setIsPersistent] = useState<boolean | null>(null)
  const [isPushing, setIsPushing] = useState<boolean | null>(null)
  const [hasServiceWorker, setHasServiceWorker] = useState<boolean | null>(null)
  const [used, setUsed] = useState<number | null>(null)

  useEffect(() => {
    void canPushInBackground().then(setIsPushing)
    const { storage, serviceWorker } = navigator
    // Both are absent outside of secure addresses.
    if (!serviceWorker) setHasServiceWorker(false)
    serviceWorker?.getRegistration().then(
      (registration) => setHasServiceWorker(registration?.active != null),
      () => setHasServiceWorker(false),
    )
    storage?.persisted?.().then(setIsPersistent, () => setIsPersistent(false))
    storage?.estimate?.().then(
      ({ usage = 0 }) => setUsed(usage),
      () => undefined,
    )
  }, [])

  return (
    <section aria-label="This device" className="max-w-160">
      <p className="text-muted">
        Not every browser can do everything. Nothing here is needed to work: where something is
        missing, the next line says what takes its place.
      </p>
      <dl className="mt-4 divide-y divide-line border-line border-y">
        {abilitiesOf({ isPersistent, isPushing, hasServiceWorker }).map(
          ({ name, isThere, use, otherwise }) => (
            <div key={name} className="py-3">
              <dt className="flex gap-3 font-medium">
                {isThere ? (
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
                ) : (
                  <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                )}
                {name}
                <span className="sr-only">
                  {isThere === null ? '' : isThere ? ': yes' : ': no'}
                </span>
              </dt>
              {/* Nothing is said before the browser has answered. */}
              <dd className="ml-7 min-h-5 text-muted text-sm">
                {isThere === null ? '' : isThere ? use : otherwise}
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="mt-4 min-h-5 text-muted text-sm tabular-nums">
        {used !== null &&
          `${formatCount(Math.ceil(used / MEGABYTE))} MB are stored on this device.`}
      </p>
      <Link to="/bring" className={`${buttonClass()} mt-4`}>
        People from a file
      </Link>
    </section>
  )
}
