import type {
  EngineQuery,
  EngineResult,
  SearchDocument,
  SearchEngine,
  Selection,
} from '#api/services/search/engine.ts'
import type { EngineName, Metrics } from './metrics.ts'

/** An engine whose searches are timed. */
export class TimedEngine implements SearchEngine {
  constructor(
    readonly engine: SearchEngine,
    private readonly name: EngineName,
    private readonly metrics: Pick<Metrics, 'searched'>,
  ) {}

  search(query: EngineQuery): Promise<EngineResult> {
    return this.timed(() => this.engine.search(query))
  }

  selectIds(selection: Selection, limit: number) {
    return this.timed(() => this.engine.selectIds(selection, limit))
  }

  specialtyCounts() {
    return this.engine.specialtyCounts()
  }

  upsert(documents: SearchDocument[]) {
    return this.engine.upsert(documents)
  }

  remove(ordinals: number[]) {
    return this.engine.remove(ordinals)
  }

  close() {
    return this.engine.close()
  }

  private async timed<Result>(read: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const result = await read()
    this.metrics.searched(this.name, performance.now() - startedAt)
    return result
  }
}

/** Wraps the current engine, in the same object for as long as the engine is the same. */
export function timedEngine(
  present: () => SearchEngine,
  name: EngineName,
  metrics: Pick<Metrics, 'searched'>,
): () => SearchEngine {
  let timed: TimedEngine | undefined
  return () => {
    const engine = present()
    if (timed?.engine !== engine) timed = new TimedEngine(engine, name, metrics)
    return timed
  }
}
