/** From few to many; the last ones carry light ink. */
export const SHADES = [
  { fill: 'fill-accent/15', ink: 'fill-ink' },
  { fill: 'fill-accent/30', ink: 'fill-ink' },
  { fill: 'fill-accent/45', ink: 'fill-ink' },
  { fill: 'fill-accent/75', ink: 'fill-accent-ink' },
  { fill: 'fill-accent', ink: 'fill-accent-ink' },
] as const

/** Which shade each place has, by the fifth that it is in; null for none there. Pure. */
export function shadesOf(
  shares: readonly { key: string; value: number }[],
): (key: string) => number | null {
  const values = shares.map(({ value }) => value).filter((value) => value > 0)
  const byKey = new Map(shares.map(({ key, value }) => [key, value]))
  return (key) => {
    const value = byKey.get(key) ?? 0
    if (value === 0) return null
    const fewer = values.filter((other) => other < value).length
    return Math.floor((fewer / values.length) * SHADES.length)
  }
}
