import { makeDeviceKit } from './device-process.ts'
import { DifferenceError } from './difference.ts'
import { historyOf } from './history.ts'
import { openStage } from './run-history.ts'
import type { World } from './world.ts'

export interface Failure {
  seed: number
  reason: string
  /** Rows were compared and differ; else somebody did not get ready. */
  isDifference: boolean
}

/** Side by side on two processors. More of them make each other wait. */
const STAGES = 3

/**
 * Plays the histories of these seeds on stages side by side.
 * @param isEnough ends it early, as when one failure is all one wants to know.
 */
export async function playHistories(
  world: World,
  seeds: number[],
  {
    stages = STAGES,
    isEnough = () => false,
    onPlayed = () => undefined,
  }: {
    stages?: number
    isEnough?: (failures: Failure[]) => boolean
    onPlayed?: (seed: number) => void
  } = {},
): Promise<Failure[]> {
  const waiting = [...seeds]
  const failures: Failure[] = []
  const kit = await makeDeviceKit(world.dir)
  await Promise.all(
    Array.from({ length: Math.min(stages, seeds.length) }, async (_, index) => {
      const stage = await openStage(world, kit, `stage-${index}`)
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        try {
          await stage.play(historyOf(seed))
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
      await stage.close()
    }),
  )
  return failures
}
