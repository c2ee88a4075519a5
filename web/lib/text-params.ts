/**
 * What a route reads of its address where all of it is text. A param is named also where there is none: the
 * router keeps one that its route does not name, as the number or list that it made of it.
 */
export function textParams<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.map((name) => [name, typeof search[name] === 'string' ? search[name] : undefined]),
    ) as { [name in Name]?: string | undefined }
}
