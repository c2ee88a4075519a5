/** Rows differ from what they must be: worse than a device that does not settle. */
export class DifferenceError extends Error {}
