import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * Positions of columns in a header, by their names in different years, ignoring case and surrounding
 * blanks. -1 for a missing optional column.
 * @param names the names of each column, newest first
 * @throws UnreadableFileError when a required column is missing
 */
export function findColumns<Name extends string>(
  header: readonly string[],
  names: Record<Name, readonly string[]>,
  { kind, required }: { kind: string; required: readonly NoInfer<Name>[] },
): Record<Name, number> {
  const places = new Map(header.map((name, position) => [name.trim().toLowerCase(), position]))
  const found = {} as Record<Name, number>
  for (const name in names) {
    const known = names[name].find((candidate) => places.has(candidate.toLowerCase()))
    found[name] = known === undefined ? -1 : (places.get(known.toLowerCase()) ?? -1)
    if (found[name] === -1 && required.includes(name)) {
      throw new UnreadableFileError(missing(header, kind, names[name][0] ?? name))
    }
  }
  return found
}

function missing(header: readonly string[], kind: string, column: string): string {
  const [only = ''] = header
  if (header.length === 1 && /[;\t|]/.test(only)) {
    return 'Its columns are not separated by commas: save it as comma-separated CSV.'
  }
  return `It is not ${kind}: there is no column "${column}".`
}
