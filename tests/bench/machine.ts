import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** The machine's properties that figures depend on; the load average shows whether it was busy. */
export function machineFacts() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}

export function machineLine({ processor, cores, memoryGb, node, loadAverage }: Machine): string {
  return `${processor}, ${cores} cores, ${memoryGb} GB, Node ${node}, load average at start ${loadAverage}`
}

export type Machine = ReturnType<typeof machineFacts>
