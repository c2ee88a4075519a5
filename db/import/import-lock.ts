/**
 * The advisory lock of imports, so that they run one at a time; the number must be the same in all
 * releases. Removals share it: an import that has already read the suppressions would bring removed
 * people back.
 */
export const IMPORT_LOCK = 4_216_002

/**
 * The channel of the notification that the lock is released, at the end of each import and preview,
 * for what follows the directory and for removals that met an import.
 */
export const IMPORTED_CHANNEL = 'directory_imported'
