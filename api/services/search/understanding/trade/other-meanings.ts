/** A second meaning of a trade phrase, chosen beside certain concepts and offered otherwise. */
interface OtherMeaning {
  /** Between commas. */
  phrases: string
  /** The concept of the second meaning. */
  concept: string
  /** Concepts in the same text that make it the more likely one. */
  beside: readonly string[]
}

/** A phrase of the table has one meaning of its own; these have a second. */
export const OTHER_MEANINGS: readonly OtherMeaning[] = [
  {
    // A therapist alone is a psychotherapist; beside a field of the body, a physical therapist.
    phrases: 'therapist, therapy',
    concept: 'rehab therapist',
    beside: [
      'pediatrics',
      'geriatrics',
      'orthopedics',
      'neurology',
      'home health',
      'Sports Medicine',
      'long term care',
    ],
  },
  {
    phrases: 'rt',
    concept: 'radiologic technology',
    beside: ['radiology', 'mammography', 'medical imaging tech'],
  },
]
