/** Resource usage of processes, read from Linux's /proc; zeros on other systems. */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessUsage {
  /** Resident memory in MB, now and at its peak. */
  residentMb: number
  peakMb: number
  /** Processor time so far in ms, of the server and of its database connections. */
  serverCpuMs: number
  /** That of the server's main thread alone. */
  mainThreadCpuMs: number
  databaseCpuMs: number
}

/** Milliseconds of a clock tick, Linux's unit of processor time. */
const TICK_MS = 10

/** @param cluster the folder of its embedded database */
export function usageOf(pid: number, cluster: string): ProcessUsage {
  const status = read(`/proc/${pid}/status`)
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  const postmaster = postmasterOf(cluster)
  return {
    residentMb: kilobytes('VmRSS') / 1024,
    peakMb: kilobytes('VmHWM') / 1024,
    serverCpuMs: processorTimes(pid).own,
    mainThreadCpuMs: processorTimes(`${pid}/task/${pid}`).own,
    databaseCpuMs: childrenOf(postmaster).reduce(
      (sum, child) => sum + processorTimes(child).own,
      postmaster ? processorTimes(postmaster).ended : 0,
    ),
  }
}

/** The processes of an embedded database, one for each connection and some of its own. */
export function databaseProcesses(cluster: string): number[] {
  return childrenOf(postmasterOf(cluster))
}

/** How long the main threads of processes have been ready to run without a processor, in ms. */
export function processorWaitMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, waitedNs] = read(`/proc/${pid}/schedstat`).split(' ')
    return sum + Number(waitedNs ?? 0) / 1e6
  }, 0)
}

/** Processor time of a process, and of its children that have ended. */
function processorTimes(pid: number | string): { own: number; ended: number } {
  const fields = statFields(pid)
  const ticks = (index: number) => Number(fields[index] ?? 0) * TICK_MS
  return { own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
}

function postmasterOf(cluster: string): number {
  const [pid] = read(`${cluster}/postmaster.pid`).split('\n')
  return Number(pid)
}

function childrenOf(pid: number): number[] {
  if (pid === 0) return []
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.map(Number).filter((entry) => Number(statFields(entry)[1]) === pid)
}

/** The command's name, in brackets, may contain spaces; fields are counted after it. */
function statFields(pid: number | string): string[] {
  return read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
