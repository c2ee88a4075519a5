import { z } from 'zod'
import { NAME_MAX, ownedName, ownedText } from '#db/schema/owned-text.ts'
import { SEARCH_PARAMS_MAX } from '#db/schema/taken-rows.ts'
import { CADENCES } from '#db/schema/watch-words.ts'
import { define, gone, id, mustWrite, owner } from './mutation.ts'

/* Saved searches, and which of them are watched. */

const searchParams = z
  .record(ownedText(NAME_MAX), z.json())
  .refine((params) => JSON.stringify(params).length <= SEARCH_PARAMS_MAX, 'too long')

export const SEARCH_MUTATIONS = {
  'searches.create': define({
    args: z.object({ owner, id, name: ownedName, search_params: searchParams }),
    action: 'searches.save',
    inTeam: 'searches.write',
    creates: (args) => `saved_searches:${args.id}`,
    run: (tx, { owner: _, ...args }) =>
      tx.insert('saved_searches', [{ ...args, created_at: tx.now, updated_at: tx.now }]),
  }),

  'searches.rename': define({
    args: z.object({ owner, id, name: ownedName, previous: z.string() }),
    action: 'searches.tidy',
    inTeam: 'searches.write',
    about: (args) => `saved_searches:${args.id}`,
    async run(tx, { id, name, previous }) {
      const search = await tx.get('saved_searches', { id })
      if (!search) throw gone('saved search')
      if (mustWrite(search.name, previous, name, search)) {
        await tx.update('saved_searches', { id }, { name, updated_at: tx.now })
      }
    },
  }),

  'searches.delete': define({
    args: z.object({ owner, id }),
    action: 'searches.tidy',
    inTeam: 'searches.write',
    about: (args) => `saved_searches:${args.id}`,
    run: (tx, { id }) => tx.delete('saved_searches', [{ id }]),
  }),

  /** Watches a saved search of the account or of a team; without a cadence it ends the watch. */
  'watches.set': define({
    args: z.object({ team: owner, search_id: id, cadence: z.enum(CADENCES).nullable() }),
    action: 'searches.tidy',
    alsoAction: ({ cadence }) => (cadence === null ? undefined : 'searches.watch'),
    about: (args) => `saved_searches:${args.search_id}`,
    async run(tx, { team, search_id, cadence }) {
      const key = { search_owner: team ?? tx.by, search_id }
      if (cadence === null) return tx.delete('watches', [key])
      const there = tx.of(key.search_owner)
      // Security: before the search is looked for, or its news would tell a stranger of it.
      if (team !== undefined) await there.assertMember(tx.by)
      if (!(await there.get('saved_searches', { id: search_id }))) throw gone('saved search')
      const watch = await tx.get('watches', key)
      if (!watch) await tx.insert('watches', [{ ...key, cadence, ...unreadFrom(tx.now) }])
      else if (watch.cadence !== cadence) {
        await tx.update('watches', key, { cadence, updated_at: tx.now })
      }
    },
  }),

  /** Marks the news as read that were found up to a time; the latest mark holds. */
  'watches.read': define({
    args: z.object({ team: owner, search_id: id, through: z.iso.datetime() }),
    action: 'searches.tidy',
    about: (args) => `saved_searches:${args.search_id}`,
    async run(tx, { team, search_id, through }) {
      const key = { search_owner: team ?? tx.by, search_id }
      const watch = await tx.get('watches', key)
      if (!watch?.found_at) return
      // News are never marked as read before they are found, whatever the device's clock says.
      const isAll = watch.found_at <= new Date(through)
      const read_at = isAll ? watch.found_at : new Date(through)
      if (watch.read_at >= read_at) return
      // On the server a trigger counts what was found since.
      const counts = isAll ? NO_NEWS : {}
      await tx.update('watches', key, { read_at, updated_at: tx.now, ...counts })
    },
  }),
}

const NO_NEWS = { new_count: 0, moved_count: 0, gone_count: 0, verified_count: 0 }

/** The columns of a new watch: everything found from now on is unread. */
function unreadFrom(now: Date) {
  return { created_at: now, updated_at: now, read_at: now, ...NO_NEWS }
}
