import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

/** The call to action at the end of a public page. */
export function Closing() {
  return (
    <section className="border-line border-t">
      <div className="page flex flex-col gap-6 py-12 md:flex-row md:items-center md:justify-between md:py-16">
        <div>
          <h2 className="font-serif text-xl md:text-2xl">Look for somebody you know</h2>
          <p className="mt-2 max-w-120 text-md text-muted">
            It is the quickest way to judge a directory.{' '}
            <Link to="/submit-resume" className="text-accent underline underline-offset-4">
              Or submit your own resume to be found.
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/search" className={buttonClass({ variant: 'primary' })}>
            Open the search
          </Link>
          <Link to="/signup" className={buttonClass()}>
            Get Started
          </Link>
          <Link to="/pricing" className={buttonClass()}>
            See pricing
          </Link>
        </div>
      </div>
    </section>
  )
}
