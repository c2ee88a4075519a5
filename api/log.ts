import { type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'

/** Fields of an error into which PostgreSQL puts parameters and row values. */
const PRIVATE_FIELDS = ['parameters', 'args', 'detail', 'query', 'where']

type Output = NodeJS.WritableStream

/**
 * The process's log on standard output: one JSON object per line, or, `isForPeople`, a short line
 * with any error below it. Privacy: no personal data is logged; what an error's own fields contain is
 * redacted here.
 */
export function createLog(
  level: string,
  {
    isForPeople = false,
    output = process.stdout,
  }: {
    isForPeople?: boolean
    /** Where the short lines go. */
    output?: Output
  } = {},
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: PRIVATE_FIELDS.flatMap((field) => [`err.${field}`, `err.aggregateErrors[*].${field}`]),
      remove: true,
    },
  }
  return isForPeople ? pino(options, shortLines(output)) : pino(options)
}

function shortLines(output: Output): Output {
  return PinoPretty({
    destination: output,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'requestId,method,route,status,ms',
    customPrettifiers: {
      level: (_level, _key, _log, { label }) => (label === 'INFO' ? '' : label),
    },
    messageFormat: ({ method, route, status, ms, msg }) =>
      route ? `${method} ${route} ${status} ${Math.round(Number(ms))} ms` : String(msg ?? ''),
  })
}
