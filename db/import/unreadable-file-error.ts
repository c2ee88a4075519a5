/** The file itself cannot be read; the message is one sentence for the person who imports it. */
export class UnreadableFileError extends Error {}
