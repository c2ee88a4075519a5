import { useEffect, useRef } from 'react'
import { wait } from '#sync/client/wait.ts'
import type { OpenCall } from '#sync/contract/outreach-queries.ts'
import { setBadgeCount } from '#web/lib/app-badge.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ownerArg } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useReplicaState } from '#web/replica/use-replica-state.ts'
import { useWatches } from '#web/replica/watches.ts'
import { actorOf, session, useActor } from '#web/session/session.ts'
import { isPutOff, nameOf, numberOf } from './begun-call.ts'
import { utcOffset } from './days.ts'
import { outreachSheetStore, showSheet } from './outreach-sheet-store.ts'
import { useToday } from './use-today.ts'

/** A call begun so long ago is asked about on the Due screen alone. */
const ASKED_FOR_MS = 4 * 60 * 60_000

/** What a sheet over the screen would interrupt: a dialog, and a field that may be written in. */
const BUSY = '[role=dialog], input:focus, textarea:focus, select:focus, [contenteditable]:focus'

/** How often it is asked whether the user is still busy. */
const BUSY_MS = 1_000

/**
 * Counts what is due and the watches with news on the app's icon, and asks what came of the last call
 * where the app was ended while its user was calling, unless the question was put off. What the page
 * itself begins is asked about at once.
 */
export function FollowOutreach() {
  const { id: accountId } = useActor()
  const { rows, absence } = useLiveQuery('people.calling', { by: accountId ?? '' })
  const present = useToday()
  const due = useLiveQuery('people.due', {
    by: accountId ?? '',
    until: present,
    today: present,
    utc_offset: utcOffset(),
  })
  const pending = useReplicaState(({ status }) => status?.pending ?? 0)
  const isAsked = useRef(false)
  const { unread } = useWatches()
  useEffect(() => setBadgeCount('due', due.rows.length), [due.rows.length])
  useEffect(() => setBadgeCount('watches', unread), [unread])
  useEffect(() => {
    // The device's own answer: a call of the last visit's rows may have its outcome since.
    if (absence !== 'none' || isAsked.current) return
    const [call] = rows
    // A device without a database may answer before the outbox is sent, which may hold the call.
    if (!call && pending > 0) return
    isAsked.current = true
    if (!call || outreachSheetStore.sheet) return
    if (serverNow().getTime() - call.happened_at.getTime() > ASKED_FOR_MS) return
    void askWhatCameOf(call)
  }, [rows, absence, pending])
  return null
}

async function askWhatCameOf(call: OpenCall): Promise<void> {
  const { id, candidate_id, list_id, owner_id } = call
  const accountId = actorOf(session.me).id
  if (await isPutOff(id)) return
  const [number, name] = await Promise.all([numberOf(id), nameOf(call)])
  while (document.querySelector(BUSY)) await wait(BUSY_MS)
  // The account may have signed out meanwhile.
  if (outreachSheetStore.sheet || actorOf(session.me).id !== accountId) return
  const list = list_id === null ? undefined : { id: list_id, owner_id }
  const person = { id: candidate_id, name: name ?? 'this person', list }
  showSheet({ kind: 'outcome', touch: 'call', person, id, ...ownerArg(call), number })
}
