import type { KeyboardEvent } from 'react'

/** In some browsers Escape clears a search field; this keeps its text. */
export function keepOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.currentTarget.type === 'search' && event.key === 'Escape') event.preventDefault()
}
