/**
 * How PostgreSQL writes values as text. Snapshots and the replication stream run in different
 * sessions and must write the same value alike; these are the settings Electric's clients expect.
 */
export const SESSION_FORMAT = {
  bytea_output: 'hex',
  // No blank after the comma: in a connection's options blanks part one setting from the next.
  DateStyle: 'ISO,DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'UTC',
  extra_float_digits: '1',
}
