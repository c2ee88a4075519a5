/** The most schools of a submitted resume. */
export const EDUCATION_MAX = 20

/** The most skills of a submitted resume. */
export const SKILLS_MAX = 50
