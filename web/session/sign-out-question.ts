import { proxy } from 'valtio'

/** The dialog that asks before unsent mutations are lost; it may cover any screen. */
export const signOutQuestion = proxy<{
  /** How many unsent mutations; null where they cannot be counted. */
  unsent: number | null
  answer: ((isConfirmed: boolean) => void) | null
}>({
  unsent: 0,
  answer: null,
})
