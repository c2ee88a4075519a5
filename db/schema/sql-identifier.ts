/** A name as SQL has it, whatever characters are in it. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
