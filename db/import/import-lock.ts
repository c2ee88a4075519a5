/**
 * The advisory lock of imports, so that they run one at a time; any number, the same in every
 * process. Removals share it: an import that has read the suppressions before would bring those
 * people back.
 */
export const IMPORT_LOCK = 4_216_002

/**
 * Where the release of the lock is told, at the end of each import and of each preview: to what follows
 * the directory, and to removals that met one.
 */
export const IMPORTED_CHANNEL = 'directory_imported'
