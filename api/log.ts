import { type Logger, pino } from 'pino'

/**
 * The process's log: one JSON object a line on standard output. Nothing personal goes in; what
 * slips into an error's own fields is taken out here.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // PostgreSQL quotes parameters and row values in these.
      paths: ['err.parameters', 'err.args', 'err.detail', 'err.query', 'err.where'],
      remove: true,
    },
  })
}
