/**
 * Logs the name of an error that no caller can catch. Its message may hold personal data, and is left
 * out.
 */
export function reportFault(fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is the only place left.
  console.warn('replica:', fault instanceof Error ? fault.name : 'fault')
}
