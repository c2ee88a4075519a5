import { z } from 'zod'
import { isBlank } from './invisible.ts'
import { isStorable } from './storable.ts'

/** The longest name of a list, a saved search or a template: two lines on a phone. */
export const NAME_MAX = 100

/** The longest description of a list. */
export const DESCRIPTION_MAX = 2_000

/** The longest note about a person: several pages. */
export const NOTE_MAX = 10_000

/** A text that a person typed, as it is stored. */
export const ownedText = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')

/** A name: trimmed, with at least one visible character. */
export const ownedName = ownedText(NAME_MAX)
  .trim()
  .refine((name) => !isBlank(name), 'nothing to see')
