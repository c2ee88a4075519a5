import type { Submission } from '../../db/schema/candidate-submissions.ts'
import { linkedInAddress } from '../../db/schema/linkedin-address.ts'
import { educationText, quotedSkills } from '../../db/submission-text.ts'
import { isRemoved } from '../../db/suppression.ts'
import type { Parts } from '../context.ts'

/**
 * Keeps a resume for an administrator to decide upon. Of somebody who had themselves removed nothing
 * is kept, and the caller hears no different: strangers must not learn who was removed.
 */
export async function keepSubmission(
  { sql, suppressionKey }: Pick<Parts, 'sql' | 'suppressionKey'>,
  submission: Submission,
): Promise<void> {
  const { personal_email, phone, linkedin_url, education, skills } = submission
  const identifiers = { emails: [personal_email], phones: [phone] }
  if (await isRemoved(sql, suppressionKey, identifiers)) return
  await sql`
    insert into candidate_submissions ${sql({
      ...submission,
      middle_name: submission.middle_name || null,
      linkedin_url: linkedInAddress(linkedin_url) ?? '',
      education: educationText(education),
      skills: quotedSkills(skills),
    })}`
}
