import { fold, words } from '../text.ts'
import type { TextMatch } from '../text-query.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/**
 * A field of medicine beside another profession says where somebody works: nobody's specialty is
 * both in "cardiology nurse" and "pediatric dermatologist". There the field is looked for in titles
 * and skills too.
 */
export function widenFields(chosen: readonly Option[], parts: readonly Part[]): Option[] {
  return chosen.map((option, index) => {
    const { concept } = option
    if (!concept?.isPhysician || concept.specialties.length === 0) return option
    const isBesideOther = chosen.some(
      (other, place) =>
        place !== index &&
        other.concept !== undefined &&
        other.concept.id !== concept.id &&
        other.concept.specialties.length > 0 &&
        !parts[other.start]?.isExcluded,
    )
    if (!isBesideOther || parts[option.start]?.isExcluded) return option
    const [first = []] = option.matches
    return { ...option, matches: [[...first, ...asField(option, parts)]] }
  })
}

function asField({ concept, start, end }: Option, parts: readonly Part[]): TextMatch[] {
  const typed = parts
    .slice(start, end)
    .flatMap((part) => (part.type === 'word' ? part.word : []))
    .join(' ')
  const names = new Set(
    [typed, concept?.id ?? '', ...(concept?.specialties ?? [])].map((name) =>
      words(fold(name)).join(' '),
    ),
  )
  return [...names].flatMap((value): TextMatch[] => [
    { field: 'title', how: 'phrase', value },
    { field: 'skills', how: 'phrase', value },
  ])
}
