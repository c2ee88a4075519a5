/**
 * Any number, the same in every process. Imports hold it, so that they run one at a time; so do
 * removals, whom an import that has read the list of the removed before would bring back.
 */
export const IMPORT_LOCK = 4_216_002
