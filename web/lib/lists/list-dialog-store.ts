import { proxy } from 'valtio'

/** The people to add to a list; the dialog that asks which list may cover any screen. */
export const listDialogStore = proxy<{ ids: readonly string[] | null }>({ ids: null })
