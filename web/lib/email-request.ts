import { proxy } from 'valtio'
import type { CandidateCard } from '#db/schema/lists.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'

/** Somebody to write to, as far as a template speaks of them. */
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
  /** Which contacts exist, where that is known; cards that a device kept for long do not say. */
  contacts?: readonly { kind: ContactKind }[] | undefined
}

/** Who is being written to; the dialog lies over any screen. */
export const emailRequest = proxy<{ person: Addressee | null }>({ person: null })
