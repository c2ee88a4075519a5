import { proxy, ref } from 'valtio'
import type { TouchKind } from '#db/schema/activities.ts'
import type { ContactName } from '#db/schema/contact-reports.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'

/** A person to reach, as sheets name them. */
export interface Reached {
  id: string
  name: string
  /** The list on which it is done, and its owner. */
  list?: { id: string; owner_id: string } | undefined
}

/** What leaves the app to reach a person. */
export type Way = 'call' | 'text' | 'email'

/** A touch that waits for its outcome. */
export interface OpenTouch {
  person: Reached
  touch: TouchKind
  /** Its id among the activities. */
  id: string
  /** The team whose it is. */
  owner?: string | undefined
  /** The number that was called, where the device knows which value it is. */
  number?: ContactName | undefined
  /** Its words and next step so far; none where it was just begun. */
  before?: OutcomeDraft | undefined
  /** What was written for an outcome that could not be kept. */
  draft?: OutcomeDraft | undefined
}

/** What goes with an outcome. */
export interface OutcomeDraft {
  words: string | null
  next_on: string | null
}

/** A mark, another member or a touch of late stands against it. */
export interface Warning {
  kind: 'warning'
  person: Reached
  way: Way
  words: string
  isStopped: boolean
  /** @param reason to reach the person anyway; may be empty. */
  go(reason: string): void | Promise<void>
}

/** The sheet over the screen: one at a time. */
export type Sheet =
  | Warning
  | ({ kind: 'outcome' } & OpenTouch)
  /** A number as a code for a telephone, and as a contact's file. */
  | { kind: 'number'; person: Reached; contact: RevealedContact }

/** The sheet that a screen asked for; its code is loaded with the first. */
export const outreachRequest = proxy<{ sheet: Sheet | null }>({ sheet: null })

/** People whose call's outcome is being kept: a call block shows the next one meanwhile. */
export const completing = proxy<{ people: string[] }>({ people: [] })

export function showSheet(sheet: Sheet): void {
  outreachRequest.sheet = ref(sheet)
}

export function closeSheet(): void {
  outreachRequest.sheet = null
}
