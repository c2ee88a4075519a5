/** Rows are not what they must be: more than a device that does not get ready. */
export class DifferenceError extends Error {}
