/** Names a fault nobody waits for to whoever looks; its message may hold somebody's data. */
export function reportFault(fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is nobody else to tell.
  console.warn('replica:', fault instanceof Error ? fault.name : 'fault')
}
