/** Most schools of a resume that is sent in. */
export const EDUCATION_MAX = 20

/** Most skills of a resume that is sent in. */
export const SKILLS_MAX = 50
