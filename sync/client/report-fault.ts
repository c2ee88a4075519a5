/** Logs the name of a fault that reaches no caller; its message may hold personal data. */
export function reportFault(fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is the only place left.
  console.warn('replica:', fault instanceof Error ? fault.name : 'fault')
}
