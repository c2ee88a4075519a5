import type { SubmissionBody } from '#api/contract/submissions.ts'
import { isBlank, visibleText } from '#db/schema/invisible.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { EDUCATION_MAX, SKILLS_MAX } from '#db/schema/resume-limits.ts'
import { isEmailAddress } from '#web/lib/email-address.ts'
import type { SpecialtyOption } from '#web/lib/people/specialty-counts.ts'
import { DEGREE_MISSING, RESUME_FAULTS, SCHOOL_MISSING } from './intake-messages.ts'

const PHONE_MIN = 10

/** Most specialties that the form offers. */
const SPECIALTIES_MAX = 35

/** The choice that asks for a specialty in the person's own words. */
export const OTHER = 'Other'

export type EducationPair = { school: string; degree: string }

export interface ResumeDraft extends Record<keyof typeof RESUME_FAULTS, string> {
  middle_name: string
  /** Replaces `specialty` where that is "Other". */
  other_specialty: string
  education: EducationPair[]
  skills: string[]
}

export const BLANK_RESUME: ResumeDraft = {
  first_name: '',
  middle_name: '',
  last_name: '',
  title: '',
  organization: '',
  specialty: '',
  other_specialty: '',
  personal_email: '',
  phone: '',
  city: '',
  state: '',
  country: 'United States',
  linkedin_url: '',
  education: [],
  skills: [],
}

export type ResumeErrors = Partial<Record<keyof typeof RESUME_FAULTS | keyof EducationPair, string>>

const REQUIRED = [
  'first_name',
  'last_name',
  'title',
  'organization',
  'city',
  'state',
  'country',
] as const

/** One sentence per invalid field; empty where the form can be sent. */
export function checkResume(draft: ResumeDraft): ResumeErrors {
  const errors: ResumeErrors = {}
  const fault = (field: keyof typeof RESUME_FAULTS) => {
    errors[field] = RESUME_FAULTS[field]
  }
  for (const field of REQUIRED) if (isBlank(draft[field])) fault(field)
  if (specialtyOf(draft) === '') fault('specialty')
  if (!isEmailAddress(draft.personal_email.trim())) fault('personal_email')
  if (visibleText(draft.phone).length < PHONE_MIN) fault('phone')
  if (linkedInAddress(draft.linkedin_url) === null) fault('linkedin_url')
  return errors
}

/** What an entry lacks that is typed by half; it would be left out without a word. */
export function checkEducation({ school, degree }: EducationPair): Partial<EducationPair> {
  if (isBlank(school) === isBlank(degree)) return {}
  return isBlank(school) ? { school: SCHOOL_MISSING } : { degree: DEGREE_MISSING }
}

/** The body of a valid draft. */
export function resumeOf(draft: ResumeDraft): SubmissionBody {
  const { other_specialty: _, ...resume } = draft
  const personal_email = draft.personal_email.trim()
  return { ...resume, personal_email, specialty: specialtyOf(draft) }
}

function specialtyOf({ specialty, other_specialty }: ResumeDraft): string {
  return visibleText(specialty === OTHER ? other_specialty : specialty)
}

/** With this entry added, where it has both school and degree, and there is room; else unchanged. */
export function withEducation(
  entries: EducationPair[],
  { school, degree }: EducationPair,
): EducationPair[] {
  const entry = { school: visibleText(school), degree: visibleText(degree) }
  const isFull = entries.length >= EDUCATION_MAX
  return entry.school && entry.degree && !isFull ? [...entries, entry] : entries
}

/** With this skill added, unless it is empty or a duplicate, or there is no room; else unchanged. */
export function withSkill(skills: string[], typed: string): string[] {
  const skill = visibleText(typed)
  const isThere = skills.some((known) => known.toLowerCase() === skill.toLowerCase())
  return skill && !isThere && skills.length < SKILLS_MAX ? [...skills, skill] : skills
}

/** The most frequent specialties without duplicates, in alphabetical order. */
export function specialtyChoices(options: readonly SpecialtyOption[]): string[] {
  const names = options.map(({ specialty }) => specialty.trim()).filter((name) => name !== '')
  return [...new Set(names)].slice(0, SPECIALTIES_MAX).sort((a, b) => a.localeCompare(b))
}
