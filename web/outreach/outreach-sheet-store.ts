import { proxy, ref } from 'valtio'
import type { TouchKind } from '#db/schema/activities.ts'
import type { ContactName } from '#db/schema/contact-reports.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'

/** A person to contact, as sheets name them. */
export interface OutreachPerson {
  id: string
  name: string
  /** The list on which it is done, and its owner. */
  list?: { id: string; owner_id: string } | undefined
}

/** How a person is contacted from the app. */
export type Channel = 'call' | 'text' | 'email'

/** A touch that waits for its outcome. */
export interface OpenTouch {
  person: OutreachPerson
  touch: TouchKind
  /** Its id among the activities. */
  id: string
  /** The team that owns the list. */
  owner?: string | undefined
  /** The number that was called, where the device knows which value it is. */
  number?: ContactName | undefined
  /** Its words and next step so far; none where it was just begun. */
  before?: OutcomeDraft | undefined
}

/** What goes with an outcome. */
export interface OutcomeDraft {
  words: string | null
  next_on: string | null
}

/** A mark, another member or a recent touch stands against it. */
export interface Warning {
  kind: 'warning'
  person: OutreachPerson
  channel: Channel
  words: string
  isStopped: boolean
  /** @param reason to contact the person anyway; may be empty. */
  proceed(reason: string): void | Promise<void>
}

/** The sheet over the screen: one at a time. */
export type Sheet =
  | Warning
  | ({ kind: 'outcome' } & OpenTouch)
  /** A number as a code for a telephone, and as a contact's file. */
  | { kind: 'number'; person: OutreachPerson; contact: RevealedContact }

/** The sheet that a screen asked for; its code is loaded with the first. */
export const outreachSheetStore = proxy<{ sheet: Sheet | null }>({ sheet: null })

/** People whose call's outcome is being kept: a call block shows the next one meanwhile. */
export const completing = proxy<{ people: string[] }>({ people: [] })

export function showSheet(sheet: Sheet): void {
  outreachSheetStore.sheet = ref(sheet)
}

export function closeSheet(): void {
  outreachSheetStore.sheet = null
}
