import { proxy } from 'valtio'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'

/** A person to write to, with the facts that templates use. */
export interface Addressee
  extends Pick<
    CandidateCard,
    | 'first_name'
    | 'middle_name'
    | 'last_name'
    | 'title'
    | 'specialty'
    | 'organization'
    | 'city'
    | 'state'
  > {
  id: string
  /** The list on which it is done, and its owner. */
  list?: { id: string; owner_id: string } | undefined
  /** The known contacts; undefined on cards that a device stored long ago. */
  contacts?: readonly { kind: ContactKind }[] | undefined
}

/** What is written in an e-mail to a person. */
export interface MessageText {
  subject: string
  body: string
  /** The team whose template it began with: it goes with the team. */
  team: string | null
}

/** The addressee; the dialog may cover any screen. */
export const emailDialogStore = proxy<{
  person: Addressee | null
  /** Written to the person before, and kept. */
  kept: MessageText | undefined
}>({ person: null, kept: undefined })
