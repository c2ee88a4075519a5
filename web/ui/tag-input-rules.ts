/** Longest tag that can be typed; no real name or title comes near it. */
export const TAG_LENGTH_MAX = 200

export interface TagsTyped {
  values: string[]
  /** Text left in the input: there was no room for it. */
  draft: string
  /** Why text was refused; null when all of it was added. */
  note: string | null
}

/**
 * Adds the typed text to the tags. A comma separates tags; each is trimmed, empty ones are ignored, and
 * one that differs from another by case alone is a duplicate.
 */
export function addTags(values: readonly string[], typed: string, max: number): TagsTyped {
  const result: TagsTyped = { values: [...values], draft: '', note: null }
  const refused: string[] = []
  for (const tag of typed.split(',').map((part) => part.trim())) {
    if (tag === '') continue
    if (includesTag(result.values, tag)) {
      result.note = `“${tag}” is already here.`
    } else if (result.values.length >= max) {
      refused.push(tag)
    } else {
      result.values.push(tag)
    }
  }
  if (refused.length > 0) {
    result.draft = refused.join(', ')
    result.note = `${max} at most. Remove one to add another.`
  }
  return result
}

/** Whether one of the tags is this one, whatever the case. */
export function includesTag(values: readonly string[], tag: string): boolean {
  const folded = tag.toLowerCase()
  return values.some((value) => value.toLowerCase() === folded)
}
