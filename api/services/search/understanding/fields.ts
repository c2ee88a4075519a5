import { fold, words } from '#api/services/search/text.ts'
import type { TextMatch } from '#api/services/search/text-query.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/**
 * A field of medicine beside another profession says where a person works: there is no specialty
 * for "cardiology nurse" or "pediatric dermatologist". There the field is matched in titles and
 * skills too. Alternatives are not neighbours: "cardiologist OR nurse" means either.
 */
export function widenFields(groups: readonly Option[][], parts: readonly Part[]): Option[][] {
  const professions = groups.flatMap((group) =>
    group.flatMap(({ concept, isExcluded }) =>
      concept && concept.specialties.length > 0 && !isExcluded ? [{ group, concept }] : [],
    ),
  )
  if (professions.length < 2) return [...groups]
  return groups.map((group) =>
    group.map((option) => {
      const { concept, isExcluded, matches } = option
      if (!concept?.isPhysician || concept.specialties.length === 0 || isExcluded) return option
      const isBesideOther = professions.some(
        (other) => other.group !== group && other.concept.id !== concept.id,
      )
      return isBesideOther
        ? { ...option, matches: [...matches, ...asField(option, parts)] }
        : option
    }),
  )
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
