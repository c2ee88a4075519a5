/** Commas, semicolons and backslashes divide values; a line break ends one (RFC 6350, 3.4). */
const escaped = (text: string) =>
  text.replace(/[\\,;]/g, (mark) => `\\${mark}`).replace(/\r\n|\r|\n/g, '\\n')

/** A person with a number as a contact's file (RFC 6350). */
export function vcard(name: string, number: string): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escaped(name)}`,
    `TEL;TYPE=voice:${escaped(number)}`,
    'END:VCARD',
  ]
  return `${lines.join('\r\n')}\r\n`
}
