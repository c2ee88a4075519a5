import { Fragment } from 'react'
import type { TextPart } from './match-marks.ts'

/** A text of a card with the words that were asked for underlined. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ at, text, isMarked }) => (
    <Fragment key={at}>
      {isMarked ? (
        <mark className="bg-transparent text-inherit underline decoration-2 decoration-accent underline-offset-3">
          {text}
        </mark>
      ) : (
        text
      )}
    </Fragment>
  ))
}
