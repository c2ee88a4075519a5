import { useMemo } from 'react'
import { proxy, ref, subscribe } from 'valtio'
import type { MemberName, OwnTeamRow } from '#sync/contract/queries.ts'
import { canInTeam, type TeamAction } from '#sync/contract/team-permissions.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { actorOf, refreshSession, session, useActor } from '#web/session/session.ts'
import { rejoinTeam } from './left-teams.ts'

/** A row by its owner: an account or a team. */
export interface Owned {
  owner_id: string
}

/** The account's teams, from the rows on the device. */
export interface TeamRows {
  /** Open teams that the account is in, the oldest first. */
  teams: readonly OwnTeamRow[]
  /** Everybody who is or was in them. */
  roster: readonly MemberName[]
}

const NONE: TeamRows = { teams: [], roster: [] }
const PRERENDERED = { rows: null }

/** The teams of the account, as this device knows them; `FollowTeams` keeps it. */
const teamsStore = proxy<{ rows: TeamRows | null }>({ rows: null })

/** @param rows null until they are known. */
export function setTeamRows(rows: TeamRows | null): void {
  const before = teamsStore.rows
  // Not those that were there before: a team that is left goes from the rows later than this tab hears of it.
  const known = before?.teams.map(({ id }) => id) ?? []
  for (const { id } of rows?.teams ?? []) if (!known.includes(id)) rejoinTeam(id)
  // A team may pay for what this account may do, or does no more.
  if (before && rows && seatsIn(before) !== seatsIn(rows)) void refreshSession()
  teamsStore.rows = rows && ref(rows)
}

const seatsIn = ({ teams }: TeamRows) => JSON.stringify(teams.map(({ id, seats }) => [id, seats]))

/** How long to wait for the teams: longer takes only a first sync on a slow network. */
const TEAMS_KNOWN_MS = 3_000

/** Resolves once the teams are known, or will not be soon. */
export function teamsKnown(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (teamsStore.rows === null) return
      end()
    }
    const end = () => {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, TEAMS_KNOWN_MS)
    const unsubscribe = subscribe(teamsStore, check)
    check()
  })
}

/** Whether the teams are known: rows are not grouped by owner before, lest they move. */
export function useAreTeamsKnown(): boolean {
  return useProxyValue(teamsStore, ({ rows }) => rows !== null, PRERENDERED)
}

/** What a mutation about a row is given: the team, or nothing for the account's own rows. */
export function ownerArg(row: Owned): { owner?: string } {
  return isOwn(row) ? {} : { owner: row.owner_id }
}

/** How an address names the owner of a row: not at all where it is the account itself. */
export function teamSearch(row: Owned): { team?: string } {
  return isOwn(row) ? {} : { team: row.owner_id }
}

/** Whether a row is the account's own. */
export function isOwn({ owner_id }: Owned): boolean {
  return owner_id === actorOf(session.me).id
}

/** The teams of the account at present, for what no screen renders. */
export function teamsNow(): Teams {
  return teamsOf(teamsStore.rows ?? NONE, actorOf(session.me).id)
}

/** The teams of the account, and what rows say of them. */
export interface Teams {
  teams: readonly OwnTeamRow[]
  /** The team that a row belongs to; undefined for the account's own. */
  teamOf(row: Owned): OwnTeamRow | undefined
  /** Whether the account's role allows an action on a row; its own rows allow all. */
  mayIn(row: Owned, action: TeamAction): boolean
  /** The present members of a row's team, by name. */
  membersOf(row: Owned): readonly MemberName[]
  /** How a row names an account: "you", "Ana", "Ana (left)". */
  nameOf(row: Owned, accountId: string | null): string
  /**
   * The team-mate who was first, where a change of a row was refused for that: "Ana", "A former
   * member". Null for this account, on another device.
   */
  authorOf(row: Owned, refusal: { data?: unknown }): string | null
}

/** The account's teams, as its device last read them; none before that. */
export function useTeams(): Teams {
  const { id: accountId } = useActor()
  const rows = useProxyValue(teamsStore, ({ rows }) => rows, PRERENDERED)
  return useMemo(() => teamsOf(rows ?? NONE, accountId), [rows, accountId])
}

/** What teams and roster say of rows. @param accountId whom "you" is. */
export function teamsOf({ teams, roster }: TeamRows, accountId: string | null): Teams {
  const teamOf = ({ owner_id }: Owned) => teams.find(({ id }) => id === owner_id)
  function nameOf({ owner_id }: Owned, id: string | null): string {
    if (id === null) return 'a former member'
    if (id === accountId) return 'you'
    const known = roster.filter((row) => row.team_id === owner_id && row.user_id === id)
    const member = known.find(({ ended_at }) => ended_at === null) ?? known.at(-1)
    if (!member) return 'a former member'
    return member.ended_at ? `${member.display_name} (left)` : member.display_name
  }
  return {
    teams,
    teamOf,
    mayIn(row, action) {
      const team = teamOf(row)
      return !team || canInTeam(team.role, action)
    },
    membersOf: ({ owner_id }) =>
      roster
        .filter(({ team_id, ended_at }) => team_id === owner_id && ended_at === null)
        .toSorted((one, other) => one.display_name.localeCompare(other.display_name)),
    nameOf,
    authorOf(row, { data }) {
      const { by } = (data ?? {}) as { by?: string | null }
      if (!by || by === accountId) return null
      const name = nameOf(row, by)
      return name.charAt(0).toUpperCase() + name.slice(1)
    },
  }
}
