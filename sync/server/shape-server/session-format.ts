/**
 * How PostgreSQL writes values as text. Snapshots and the replication stream run in different
 * sessions and must write a value alike; Electric's clients expect these settings.
 */
export const SESSION_FORMAT = {
  bytea_output: 'hex',
  // No blank after the comma: in a connection's options a blank separates settings.
  DateStyle: 'ISO,DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'UTC',
  extra_float_digits: '1',
}
