import type { KeyboardEvent } from 'react'

/** Escape empties a search field in some browsers, and with it what took a while to type. */
export function keepOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.currentTarget.type === 'search' && event.key === 'Escape') event.preventDefault()
}
