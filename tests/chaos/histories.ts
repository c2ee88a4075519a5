import { makeDeviceKit } from './device-process.ts'
import { DifferenceError } from './difference.ts'
import { type History, historyOf } from './history.ts'
import { openStage, type Stage } from './run-history.ts'
import type { World } from './world.ts'

export interface Failure {
  seed: number
  reason: string
  /** Rows were compared and differ; otherwise a device did not settle. */
  isDifference: boolean
}

/** The histories run in parallel on two CPUs; more would wait for each other. */
export const STAGES = 3

export interface Stages {
  /** Plays a history on a free stage, or on the next to become free. */
  play(history: History): Promise<void>
  close(): Promise<void>
}

/** Opens stages for parallel histories. */
export async function openStages(world: World, count: number): Promise<Stages> {
  const kit = await makeDeviceKit(world.dir)
  const stages = await Promise.all(
    Array.from({ length: count }, (_, index) => openStage(world, kit, `stage-${index}`)),
  )
  const free = [...stages]
  const waiting: ((stage: Stage) => void)[] = []
  return {
    async play(history) {
      const stage = free.pop() ?? (await new Promise<Stage>((resolve) => waiting.push(resolve)))
      try {
        await stage.play(history)
      } finally {
        const next = waiting.shift()
        if (next) next(stage)
        else free.push(stage)
      }
    },
    async close() {
      for (const stage of stages) await stage.close()
    },
  }
}

/** Plays the histories of these seeds, `stages` of them in parallel. */
export async function playHistories(
  world: World,
  seeds: number[],
  {
    stages: count = STAGES,
    isEnough = () => false,
    onPlayed = () => undefined,
  }: {
    stages?: number
    /** Ends it early, for instance after the first failure. */
    isEnough?: (failures: Failure[]) => boolean
    onPlayed?: (seed: number) => void
  } = {},
): Promise<Failure[]> {
  const waiting = [...seeds]
  const failures: Failure[] = []
  const places = Math.min(count, seeds.length)
  const stages = await openStages(world, places)
  const playOn = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      try {
        await stages.play(historyOf(seed))
      } catch (error) {
        failures.push({
          seed,
          reason: error instanceof Error ? error.message : String(error),
          isDifference: error instanceof DifferenceError,
        })
      }
      onPlayed(seed)
      if (isEnough(failures)) break
    }
  }
  await Promise.all(Array.from({ length: places }, playOn))
  await stages.close()
  return failures
}
