/** The file itself cannot be read; the message is one sentence for the operator. */
export class UnreadableFileError extends Error {}
