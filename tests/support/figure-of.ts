import type { Metrics } from '#api/services/metrics/metrics.ts'

/**
 * A figure as a scrape would read it: `name` with the suffix of a histogram's part (`_count`), where it
 * is one. Undefined where there is no such series.
 */
export async function figureOf(
  { registry }: Pick<Metrics, 'registry'>,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const series = (await registry.getMetricsAsJSON()).flatMap((metric) =>
    metric.values.map((value) => ({ name: metric.name, metricName: undefined, ...value })),
  )
  const found = series.find(
    (one) =>
      (one.metricName ?? one.name) === name &&
      Object.entries(labels).every(
        ([label, value]) => (one.labels as Record<string, unknown>)[label] === value,
      ),
  )
  return found?.value
}
