import { GENERATED_SINCE, WITH_GENERATED } from './generated-columns.ts'
import { formatLsn, type Lsn, parseLsn } from './lsn.ts'
import { PUBLICATION } from './publication.ts'

/** Runs statements in the session that will stream. */
export interface Session {
  query(statement: string): Promise<{ rows: Record<string, string | null>[] }>
}

/** Another process uses this database's slot. */
export class SlotInUseError extends Error {}

export interface Slot {
  name: string
  /** Where the stream begins. */
  confirmed: Lsn
  /** Whether it was created now. */
  isNew: boolean
  /** Server, database, and the server's history (its timeline). */
  database: string
  /** How far the server's log is flushed. */
  serverEnd: Lsn
  /** How far the log is written at all: no client can have anything beyond. */
  insertEnd: Lsn
}

/**
 * Takes the one slot of this database, creating it if it is missing or was lost. What follows from a
 * new slot, or from a server in another place, is the caller's to decide.
 *
 * The advisory lock is taken first and lives as long as the session that streams.
 * @throws SlotInUseError
 */
export async function acquireSlot(session: Session): Promise<Slot> {
  const [lock] = (
    await session.query(`select pg_try_advisory_lock(hashtext('${PUBLICATION}')) as taken`)
  ).rows
  if (!isTrue(lock?.taken)) throw new SlotInUseError('Sync runs in another process.')
  const [database] = (
    await session.query(`
      select d.oid, pg_current_wal_flush_lsn() as lsn, pg_current_wal_insert_lsn() as insert_lsn,
        concat_ws('/', s.system_identifier, d.oid,
          left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) as identity
      from pg_database d, pg_control_system() s where d.datname = current_database()`)
  ).rows
  const name = `${PUBLICATION}_${database?.oid}`
  await createPublication(session)
  await dropLostSlot(session, name)
  const found = await findSlot(session, name)
  const slot = found ?? (await createSlot(session, name))
  if (isTrue(slot.active)) throw new SlotInUseError('The replication slot is in use.')
  return {
    name,
    isNew: !found,
    confirmed: parseLsn(slot.lsn ?? '0/0'),
    database: database?.identity ?? '',
    serverEnd: parseLsn(database?.lsn ?? '0/0'),
    insertEnd: parseLsn(database?.insert_lsn ?? '0/0'),
  }
}

/** @returns the slot's name and place, for the log */
export function describeSlot({ name, confirmed }: Slot): string {
  return `${name} from ${formatLsn(confirmed)}`
}

async function createPublication(session: Session): Promise<void> {
  const { rows } = await session.query(
    `select from pg_publication where pubname = '${PUBLICATION}'`,
  )
  if (rows.length > 0) return
  const [server] = (
    await session.query(`
      select current_setting('server_version_num')::int >= ${GENERATED_SINCE} as has_generated`)
  ).rows
  const more = isTrue(server?.has_generated) ? ` with ${WITH_GENERATED}` : ''
  await session.query(`create publication ${PUBLICATION}${more}`)
}

async function findSlot(session: Session, name: string) {
  const { rows } = await session.query(`
    select confirmed_flush_lsn as lsn, active from pg_replication_slots where slot_name = '${name}'`)
  return rows[0]
}

async function createSlot(session: Session, name: string) {
  await session.query(`select pg_create_logical_replication_slot('${name}', 'pgoutput')`)
  return (await findSlot(session, name)) ?? {}
}

/** A slot that fell behind by more than `max_slot_wal_keep_size` can never be read again. */
async function dropLostSlot(session: Session, name: string): Promise<void> {
  await session.query(`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = '${name}' and wal_status = 'lost' and not active`)
}

/** The driver of this session parses booleans, others leave them as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 't'
}
