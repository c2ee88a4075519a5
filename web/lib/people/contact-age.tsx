import type { ContactKnown } from '#db/schema/candidates.ts'
import { type ContactTone, contactAge, KIND_WORDS } from './candidate-facts.ts'

const TONES: Record<ContactTone, string> = {
  fresh: 'text-ink',
  aging: 'text-warn',
  old: 'text-warn',
  disputed: 'text-danger',
}

/**
 * "mobile, checked 12 days ago · NPPES". A narrow container of the name `age` has room for the kind and the
 * age alone. Where the line breaks, the source stays with the word before it.
 */
export function ContactAge({ contact }: { contact: ContactKnown }) {
  const { said, ago, source, tone } = contactAge(contact)
  return (
    <>
      {KIND_WORDS[contact.kind]},{' '}
      <span className={TONES[tone]}>
        <span className={ago ? '@max-[13rem]/age:hidden' : ''}>
          {said}
          {ago && ' '}
        </span>
        {ago}
        {source && <span className="@max-[15rem]/age:hidden">{`\u00a0·\u00a0${source}`}</span>}
      </span>
    </>
  )
}
