import type { ContactKnown } from '#db/schema/candidates.ts'
import { type ContactTone, contactAge, KIND_WORDS } from './candidate-facts.ts'

const TONES: Record<ContactTone, string> = {
  fresh: 'text-ink',
  aging: 'text-warn',
  old: 'text-warn',
  disputed: 'text-danger',
}

/**
 * "mobile, checked 12 days ago · NPPES". A narrow container of the name `age` has no room for the source,
 * and a narrower one shortens the age, "checked 12 d ago": that a contact was never checked, but listed, is
 * said in any. Where the line breaks, the source stays with the word before it.
 */
export function ContactAge({ contact }: { contact: ContactKnown }) {
  const { said, ago, source, tone } = contactAge(contact)
  return (
    <>
      {KIND_WORDS[contact.kind]},{' '}
      <span className={TONES[tone]}>
        {said}
        {ago && <Ago words={ago} />}
        {source && <span className="@max-[15rem]/age:hidden">{`\u00a0·\u00a0${source}`}</span>}
      </span>
    </>
  )
}

/** "12 days ago", whose unit a narrow container cuts to "d", "mo" or "y". */
function Ago({ words }: { words: string }) {
  const [, count, rest] = /^(\d+ (?:d|mo|y))([a-z]+) ago$/.exec(words) ?? []
  if (!count) return ` ${words}`
  return (
    <>
      {` ${count}`}
      <span className="@max-[13rem]/age:hidden">{rest}</span> ago
    </>
  )
}
