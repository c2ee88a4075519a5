import { proxy } from 'valtio'
import type { ContactKnown } from '../../db/schema/candidates.ts'
import type { CandidateCard } from '../../db/schema/lists.ts'

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
  /** Which contacts exist, where that is known; cards on lists do not say. */
  contacts?: readonly ContactKnown[]
}

/** Who is being written to; the dialog lies over any screen. */
export const emailRequest = proxy<{ person: Addressee | null }>({ person: null })
