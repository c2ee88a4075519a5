import { z } from 'zod'
import { isBlank } from './invisible.ts'
import { isStorable } from './storable.ts'

/** Longest name of a list, a saved search or a template: it must fit a phone's line twice. */
export const NAME_MAX = 100

/** Longest description of a list. */
export const DESCRIPTION_MAX = 2_000

/** Longest note about a person: several pages. */
export const NOTE_MAX = 10_000

/** Text a person typed, as it is stored. */
export const ownedText = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')

/** A name: trimmed, with something to see. */
export const ownedName = ownedText(NAME_MAX)
  .trim()
  .refine((name) => !isBlank(name), 'nothing to see')
