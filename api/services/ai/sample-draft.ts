import type { EmailDraft } from '#api/contract/email-draft.ts'
import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { Job } from './draft-writer.ts'

interface Voice {
  subject(job: Job): string
  greeting: string
  opening: string
  question: string
  closing: string
}

const VOICES: Record<EmailTemplateRow['tone'], Voice> = {
  professional: {
    subject: ({ jobTitle, positionType }) => `${jobTitle}: a ${positionType} position`,
    greeting: 'Hello {first_name},',
    opening: 'Your background caught my attention for a position I am filling.',
    question: 'Would you be open to a ten-minute call this week?',
    closing: 'Kind regards,',
  },
  friendly: {
    subject: ({ jobTitle }) => `Could this be your next step? ${jobTitle}`,
    greeting: 'Hi {first_name},',
    opening: 'I hope your week is going well. I have a position that made me think of you.',
    question: 'Shall I send you the details, or would you rather talk for ten minutes?',
    closing: 'Warm regards,',
  },
  casual: {
    subject: ({ jobTitle }) => `Quick question: ${jobTitle}`,
    greeting: 'Hi {first_name},',
    opening: 'Quick one: I am looking for somebody for a role that could suit you.',
    question: 'Interested? Just reply and I will tell you more.',
    closing: 'Thanks,',
  },
  formal: {
    subject: ({ jobTitle, positionType }) => `Regarding a ${positionType} position: ${jobTitle}`,
    greeting: 'Dear {first_name},',
    opening: 'I am writing to you about a position for which your experience may be well suited.',
    question: 'I would be grateful to learn whether you would consider a short conversation.',
    closing: 'Yours sincerely,',
  },
}

/** How many characters of the description each length of draft repeats. */
const EXCERPT_MAX: Record<EmailTemplateRow['length'], number> = {
  short: 160,
  medium: 400,
  long: 900,
}

const ON_FIT =
  'I read carefully before I write to anybody, and I would rather hear an honest no than take up your time.'
const ON_NEXT_STEPS =
  'Everything you tell me stays between us, and nothing goes to the employer before you say so. If the timing is wrong, I am glad to write again when it suits you.'

/** The stand-in's draft: ready sentences around the position, enough to show the screen. */
export function sampleDraft(job: Job): EmailDraft {
  const { subject, greeting, opening, question, closing } = VOICES[job.tone]
  const paragraphs = [
    greeting,
    opening,
    `It is a ${job.positionType} role as ${job.jobTitle}. ${excerpt(job.jobDescription, EXCERPT_MAX[job.length])}`,
    ...(job.length === 'short' ? [] : [ON_FIT]),
    ...(job.length === 'long' ? [ON_NEXT_STEPS] : []),
    question,
    closing,
  ]
  return { subject: subject(job), body: paragraphs.join('\n\n'), isSample: true }
}

/** As many whole sentences as fit; if not even one fits, as many words. */
function excerpt(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max)
  const end = Math.max(...['. ', '.\n', '! ', '? '].map((mark) => start.lastIndexOf(mark)))
  return end > 0 ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(' '))} …`
}
