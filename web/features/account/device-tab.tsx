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
  const [used, setUsed] = useState<number | null>(null)

  useEffect(() => {
    void canPushInBackground().then(setIsPushing)
    const { storage } = navigator
    // Absent outside of secure addresses.
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
        {abilitiesOf({ isPersistent, isPushing }).map(({ name, isThere, use, otherwise }) => (
          <div key={name} className="flex gap-3 py-3">
            {isThere ? (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            ) : (
              <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <div className="min-w-0">
              <dt className="font-medium">
                {name}
                <span className="sr-only">{isThere ? ': yes' : ': no'}</span>
              </dt>
              <dd className="text-muted text-sm">{isThere ? use : otherwise}</dd>
            </div>
          </div>
        ))}
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
