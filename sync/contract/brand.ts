/** The product's name, in one place; the browser's local keys are built from it. */
export const BRAND = 'Clinidex'
