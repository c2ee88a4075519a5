/**
 * The advisory lock of imports, so that they run one at a time; any number, the same in every
 * process. Removals take it too: an import that has read the suppressions before would bring those
 * people back.
 */
export const IMPORT_LOCK = 4_216_002

/** Where the end of each import is told, to what follows the directory. */
export const IMPORTED_CHANNEL = 'directory_imported'
