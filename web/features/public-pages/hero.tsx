import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { BRAND } from '#sync/contract/brand.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { keepOnEscape } from '#web/ui/keep-on-escape.ts'
import { SampleContact } from './sample-contact.tsx'

/** The product in a sentence, a search box, and a card to try. */
export function Hero() {
  const navigate = useNavigate()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // An uncontrolled field: text may be in it before hydration.
    const query = String(new FormData(event.currentTarget).get('query')).trim()
    void navigate({ to: '/search', search: query === '' ? {} : { query } })
  }

  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] items-center gap-12 py-12 md:py-20 min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] min-[60rem]:gap-16 min-[60rem]:py-28">
      <div>
        <h1 className="max-w-160 font-serif text-2xl tracking-tight sm:text-3xl">
          Reach the clinicians you are looking for.
        </h1>
        <p className="mt-5 max-w-136 text-md text-muted md:leading-7">
          {BRAND} is a directory of healthcare professionals in the United States and Canada. Search
          by specialty, place, title or employer, and contact people by their email and mobile
          number, each with the day it was last checked.
        </p>
        <form
          action="/search"
          onSubmit={handleSubmit}
          className="mt-8 flex h-14 max-w-136 items-center rounded-md border border-line-strong bg-surface pr-2 pl-4 shadow-raised focus-within:border-accent focus-within:outline-2 focus-within:outline-accent"
        >
          <Search aria-hidden className="size-5 shrink-0 text-muted" />
          <input
            type="search"
            name="query"
            aria-label="Search professionals"
            placeholder="ICU nurse, Boston"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            onKeyDown={keepOnEscape}
            className="h-full w-full min-w-0 flex-1 bg-transparent px-3 text-md outline-none [&::-webkit-search-cancel-button]:hidden"
          />
          <Button type="submit" variant="primary">
            Search
          </Button>
        </form>
        <div className="mt-5 flex flex-wrap items-center gap-2">
          <Link to="/signup" className={buttonClass({ variant: 'primary' })}>
            Get Started
          </Link>
          <Link to="/pricing" className={buttonClass()}>
            See pricing
          </Link>
          <Link
            to="/money-back-guarantee"
            className="hit-area py-2 text-muted underline decoration-line-strong underline-offset-4 hover:text-ink"
          >
            30-day money back guarantee
          </Link>
        </div>
      </div>
      <SampleContact />
    </div>
  )
}
