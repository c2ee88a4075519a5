/** A second meaning of a trade phrase, chosen beside certain concepts and offered otherwise. */
interface OtherMeaning {
  /** Phrases, separated by commas. */
  phrases: string
  /** The concept of the second meaning. */
  concept: string
  /** Concepts that make this meaning the more likely one when they occur in the same text. */
  beside: readonly string[]
}

/** Phrases that have one meaning in the table and a second one here. */
export const OTHER_MEANINGS: readonly OtherMeaning[] = [
  {
    // Alone, a therapist is a psychotherapist; beside a field of the body, a physical therapist.
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
