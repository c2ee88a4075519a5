import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { documentTitle } from '#api/contract/pages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** For an unknown address. */
export function NotFound() {
  const router = useRouter()
  useEffect(() => {
    document.title = documentTitle('Page Not Found')
  }, [])
  return (
    <div className="page flex flex-col items-start py-20 md:py-32">
      <p className="text-muted tabular-nums">404</p>
      <h1 className="mt-2 font-serif text-2xl md:text-3xl">Page Not Found</h1>
      <p className="mt-4 max-w-120 text-md text-muted">
        Nothing lives at this address. It may have moved, or the link may have been cut short.
      </p>
      <div className="mt-8 flex flex-wrap gap-2">
        <Button onClick={() => router.history.back()}>Go Back</Button>
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Return Home
        </Link>
      </div>
    </div>
  )
}
