import { describe, expect, it } from 'vitest'
import { draftTexts, JOB_DESCRIPTION_MAX, JOB_TITLE_MAX } from '#api/contract/email-draft.ts'
import { EMAIL_LENGTHS, EMAIL_TONES, POSITION_TYPES } from '#db/schema/email-templates.ts'
import { sampleDraft } from './sample-draft.ts'

const job = {
  jobTitle: 'Night nurse',
  jobDescription: 'Twelve-hour shifts. Housing is paid for.',
  tone: 'formal',
  length: 'medium',
  positionType: 'contract',
} as const

describe('a sample draft', () => {
  it('speaks of the position, to a reader to be named', () => {
    const { subject, body } = sampleDraft(job)
    expect(subject).toBe('Regarding a contract position: Night nurse')
    expect(body).toMatch(
      /^Dear \{first_name\},\n\n[\s\S]*Housing is paid for\.[\s\S]*\n\nYours sincerely,$/,
    )
  })

  it('is another one for each tone, length and position type', () => {
    const drafts = EMAIL_TONES.flatMap((tone) =>
      EMAIL_LENGTHS.flatMap((length) =>
        POSITION_TYPES.map(
          (positionType) => sampleDraft({ ...job, tone, length, positionType }).body,
        ),
      ),
    )
    expect(new Set(drafts).size).toBe(drafts.length)
  })

  it('is no longer than what it is asked for, however long the description', () => {
    const jobTitle = 'T'.repeat(JOB_TITLE_MAX)
    for (const text of ['One sentence. ', 'word ', 'x']) {
      const jobDescription = text.repeat(JOB_DESCRIPTION_MAX / text.length)
      const bodies = EMAIL_LENGTHS.map((length) => {
        const draft = sampleDraft({ ...job, jobTitle, jobDescription, length })
        expect(draftTexts.safeParse(draft).success).toBe(true)
        return draft.body.length
      })
      expect(bodies).toEqual([...bodies].sort((a, b) => a - b))
      expect(bodies[0]).toBeLessThan(600)
    }
  })
})
