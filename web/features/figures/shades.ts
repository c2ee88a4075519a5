/** As many shades as can be told apart at a glance. */
export const SHADE_COUNT = 5

/** Each place's shade, by quintile; null without people. Pure. */
export function shadesOf(
  shares: readonly { key: string; value: number }[],
): (key: string) => number | null {
  const values = shares.map(({ value }) => value).filter((value) => value > 0)
  const byKey = new Map(shares.map(({ key, value }) => [key, value]))
  return (key) => {
    const value = byKey.get(key) ?? 0
    if (value === 0) return null
    const fewer = values.filter((other) => other < value).length
    return Math.floor((fewer / values.length) * SHADE_COUNT)
  }
}
