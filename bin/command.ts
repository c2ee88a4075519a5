/**
 * Makes the `run` of a command whose errors are for the person who typed it: they are printed
 * without a stack, and end it with exit code 1.
 */
export function command(
  work: (argv: string[]) => Promise<void>,
): (argv: string[]) => Promise<void> {
  return async (argv) => {
    try {
      await work(argv)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    }
  }
}
