import type { Asked } from './beside-typesense.ts'
import { CLASSES } from './query-mix.ts'
import type { BaselineResult, MeasuredLoad, SearchBenchResult } from './search-bench.ts'
import type { SlowQuery } from './slowest.ts'
import type { Spread } from './statistics.ts'

/** A text table; each column is as wide as its widest cell, all but the first right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return rows.map((row) => `  ${line(row)}`).join('\n')
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
const two = (value: number) => value.toFixed(2)
const seconds = (value: number | undefined) => (value === undefined ? '-' : `${value.toFixed(1)} s`)

const SPREAD_HEAD = ['p50', 'p95', 'p99', 'max ms']
const spreadCells = ({ p50, p95, p99, max }: Spread) => [p50, p95, p99, max].map(two)

/** The results for one directory size. */
export function searchReport(result: SearchBenchResult): string {
  const { memory, baselines } = result
  return [
    `Search through HTTP, ${whole(result.people)} people`,
    table([
      ['index built and answering', seconds(result.buildSeconds)],
      ['answering after a restart, database up', seconds(result.restartSeconds)],
      ['answering after a restart, database down', seconds(result.coldStartSeconds)],
      ['snapshot', `${whole(result.snapshotMb)} MB`],
      ['memory at rest', `${whole(memory.restMb)} MB`],
      ['memory after the load', `${whole(memory.loadedMb)} MB`],
      ['memory at its highest', `${whole(memory.peakMb)} MB`],
    ]),
    understandingReport(result),
    loadReport('1 client', result.oneClient),
    loadReport('8 clients', result.eightClients),
    twoServersReport(result),
    ...typesenseLines(result),
    partsReport(result),
    loadReport('1 client, with all facet counts', result.withFacets),
    loadReport('8 clients, the engine stubbed', result.nullRoute),
    slowestReport(result.slowest),
    ...(baselines.length > 0
      ? ['Plain SQL with exact count and page, on the same searches', baselineReport(baselines)]
      : []),
  ].join('\n\n')
}

function understandingReport({
  understanding,
  vocabularyMb,
  suggesting,
}: SearchBenchResult): string {
  const { sentences, p50, p95, p99, slowest } = understanding
  return [
    `Understanding ${whole(sentences)} sentences: p50 ${p50.toFixed(3)}, p95 ${p95.toFixed(3)}, ` +
      `p99 ${p99.toFixed(3)} ms; the slowest ${two(slowest.ms)} ms: ${slowest.sentence}`,
    `Vocabulary: ${two(vocabularyMb)} MB`,
    `Suggestions through HTTP, ${whole(suggesting.queries)} beginnings: p50 ${two(suggesting.p50)}, ` +
      `p95 ${two(suggesting.p95)}, p99 ${two(suggesting.p99)}, max ${two(suggesting.max)} ms`,
  ].join('\n')
}

function twoServersReport({ twoServers: { queries, perSecond, cpu } }: SearchBenchResult): string {
  return (
    `8 clients at two processes: ${whole(queries)} queries, ${whole(perSecond)} queries/s; processor ` +
    `time a query: servers ${two(cpu.servers)} ms, database ${two(cpu.database)} ms, ` +
    `clients ${two(cpu.clients)} ms, in all ${two(cpu.servers + cpu.database + cpu.clients)} ms`
  )
}

function typesenseLines({ typesense, eightClients }: SearchBenchResult): string[] {
  if (!typesense) return []
  const line = (name: string, asked: Asked) => [
    name,
    whole(asked.queries),
    whole(asked.perSecond),
    ...spreadCells(asked),
    two(eightClients.perSecond / asked.perSecond),
  ]
  return [
    `First pages by Typesense, 8 clients, beside the whole search above\n${table([
      ['', 'queries', 'queries/s', ...SPREAD_HEAD, 'times as many above (≥ 8)'],
      line('by best match', typesense.inOrder),
      line('in any order', typesense.inAnyOrder),
    ])}`,
  ]
}

function partsReport({ parts }: SearchBenchResult): string {
  const figures = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
  return `Processor time a query by part of the server, profiled, 8 clients, in ms\n${table(
    figures.map(([part, ms]) => [part, ms.toFixed(3)]),
  )}`
}

function loadReport(title: string, result: MeasuredLoad): string {
  const { all, classes, hits, cpu, steps, withoutWaits, ...load } = result
  return [
    `${title}: ${whole(load.queries)} queries in ${seconds(load.seconds)}, ` +
      `${whole(load.perSecond)} queries/s`,
    `  hits: ${whole(hits.total)} in all, median ${whole(hits.median)}, ` +
      `none in ${Math.round(hits.zeroShare * 100)} %; processor time a query: ` +
      `server ${two(cpu.server)} ms (its main thread ${two(cpu.mainThread)}), ` +
      `database ${two(cpu.database)} ms, client ${two(cpu.client)} ms, ` +
      `in all ${two(cpu.server + cpu.database + cpu.client)} ms`,
    `  steps, each by its median: session ${two(steps.session)} ms, understand ` +
      `${two(steps.understand)} ms, engine ${two(steps.engine)} ms, ` +
      `page ${two(steps.page)} ms, other ${two(steps.other)} ms`,
    table([
      ['', 'queries', ...SPREAD_HEAD, 'queries/s a client'],
      ...[...CLASSES.map((name) => [name, classes[name]] as const), ['all', all] as const].map(
        ([name, result]) => [
          name,
          whole(result.queries),
          ...spreadCells(result),
          whole(result.perSecondPerClient),
        ],
      ),
      ...(withoutWaits
        ? [['less waits for a processor', whole(load.queries), ...spreadCells(withoutWaits), '']]
        : []),
    ]),
  ].join('\n')
}

/** Waits and collections are part of the steps, so that they are not to be added to them. */
function slowestReport(slowest: SlowQuery[]): string {
  const figures = table([
    [
      '',
      'ms',
      'session',
      'engine',
      'page',
      'other',
      'server waited',
      'database',
      'client',
      'collecting',
      'engine again',
      'page',
      'hits',
      'most of it',
    ],
    ...slowest.map((slow, index) => {
      const { ms, steps, waits, collectionMs, again, hits } = slow
      return [
        String(index + 1),
        ...[ms, steps.session, steps.engine, steps.page, steps.other].map(two),
        ...[waits.server, waits.database, waits.client, collectionMs].map(two),
        ...[again.engine, again.page].map(two),
        whole(hits),
        causeOf(slow),
      ]
    }),
  ])
  const bodies = slowest.map(({ body }, index) => `  ${index + 1}  ${JSON.stringify(body)}`)
  return [
    'Slowest searches at 1 client, in ms: the steps, how much of them was waiting for a processor or',
    'collecting garbage, and the same search by itself',
    figures,
    ...bodies,
  ].join('\n')
}

/** The largest part of a slow search. */
function causeOf({ waits, collectionMs, again }: SlowQuery): string {
  const [largest] = (
    [
      ['waiting for a processor', waits.server + waits.database + waits.client],
      ['collecting garbage', collectionMs],
      ['the engine', again.engine],
      ['the page query', again.page],
    ] as const
  ).toSorted(([, a], [, b]) => b - a)
  return largest?.[0] ?? ''
}

function baselineReport(baselines: BaselineResult[]): string {
  return table([
    ['', 'queries', ...SPREAD_HEAD, 'queries/s', 'ours p95', 'ours queries/s', 'times as many'],
    ...baselines.map(({ baseline, queries, perSecond, ours, ...times }) => [
      baseline,
      whole(queries),
      ...spreadCells(times),
      perSecond.toFixed(1),
      two(ours.p95),
      whole(ours.perSecond),
      `${whole(ours.perSecond / perSecond)} x`,
    ]),
  ])
}

/** How time and memory grow with the directory. */
export function growthReport(results: SearchBenchResult[]): string {
  return [
    'Growth',
    table([
      [
        'people',
        'built',
        'restart',
        'snapshot',
        'at rest',
        'loaded',
        'p50',
        'p95',
        'p99 ms',
        'facets p95 ms',
        'queries/s, 8 clients',
      ],
      ...results.map((result) => [
        whole(result.people),
        seconds(result.buildSeconds),
        seconds(result.restartSeconds),
        `${whole(result.snapshotMb)} MB`,
        `${whole(result.memory.restMb)} MB`,
        `${whole(result.memory.loadedMb)} MB`,
        two(result.oneClient.all.p50),
        two(result.oneClient.all.p95),
        two(result.oneClient.all.p99),
        two(result.withFacets.all.p95),
        whole(result.eightClients.perSecond),
      ]),
    ]),
  ].join('\n')
}
