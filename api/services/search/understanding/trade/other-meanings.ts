/** What some words of the trade mean beside a field, and are offered as anywhere else. */
interface OtherMeaning {
  /** Between commas. */
  phrases: string
  /** The concept that they stand for then. */
  concept: string
  /** Concepts in the same text beside which it is the likelier one. */
  beside: readonly string[]
}

/** A phrase of the table has one meaning of its own; these have a second. */
export const OTHER_MEANINGS: readonly OtherMeaning[] = [
  {
    // A therapist alone is a psychotherapist; of a field of the body one who moves it.
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
