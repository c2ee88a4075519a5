import { Fragment } from 'react'

/** An e-mail address that breaks into lines before its @ and its dots rather than within a word. */
export function Breakable({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have an order and no more.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
