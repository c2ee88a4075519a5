/*
 * The form of every CSV file, which server and browser write alike: RFC 4180, UTF-8, safe from formula
 * injection.
 */

/**
 * Starts a CSV file. Without it Excel decodes UTF-8 as the system's old code page and breaks accented
 * names; other programs skip it.
 */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Options of `stringify`. Where the system's list separator is another one, as in French Canada, Excel
 * splits lines there: unquoted, the rest of a value would stand in a cell of its own, and could be a formula.
 */
export const CSV_FORM = { record_delimiter: '\r\n', quoted_match: /[;\t]/ }

/**
 * Matches the places before ASCII characters that begin a formula, and before their full-width forms, which
 * some programs treat the same. A cell may also begin after another list separator within the text: quotes
 * protect only the first cell of a line that is split there.
 */
const FORMULA_START = /(?<=^|[;\t])(?=[=+\-@\t\r\n＝＋－＠])/gu

/**
 * Keeps a spreadsheet from running a text as a formula: a leading apostrophe marks it as text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const neutralise = (text: string): string => text.replace(FORMULA_START, "'")
