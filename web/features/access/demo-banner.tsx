import { useMe } from '#web/session/session.ts'

/** A banner above the content of demo accounts. */
export function DemoBanner() {
  const isDemo = useMe()?.demo.isRestricted === true
  if (!isDemo) return null
  return (
    <section
      aria-label="Demo Account"
      className="border-line border-b bg-warn-wash px-4 py-2.5 text-sm md:px-6"
    >
      <b className="font-semibold text-warn">Demo Account</b>{' '}
      <span>
        This is a demo account with limited functionality. Certain features such as creating/saving
        lists, exporting data, and viewing contact information are disabled in this demo mode.
      </span>
    </section>
  )
}
