import { Fragment } from 'react'
import type { TextPart } from './match-marks.ts'

/** A card's text with the matching words underlined. */
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
