import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SPECIALTIES_FAILED } from './intake-messages.ts'
import { OTHER } from './resume-rules.ts'
import type { ResumeForm } from './use-resume-form.ts'
import type { useSpecialtyChoices } from './use-specialty-choices.ts'

const PAIR = 'grid gap-5 md:grid-cols-2'

/** Who the professional is, and how to reach them. */
export function PersonFields({ form: { field } }: { form: ResumeForm }) {
  return (
    <div className={PAIR}>
      <TextField {...field('first_name', 'First name')} autoComplete="given-name" />
      <TextField
        {...field('middle_name', 'Middle name')}
        hint="Optional."
        autoComplete="additional-name"
      />
      <TextField {...field('last_name', 'Last name')} autoComplete="family-name" />
      <TextField
        {...field('personal_email', 'Personal email', EMAIL_MAX)}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <TextField {...field('phone', 'Phone', 40)} type="tel" inputMode="tel" autoComplete="tel" />
      <TextField
        {...field('linkedin_url', 'LinkedIn URL', 300)}
        hint="Optional."
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  )
}

/** Title, employer and specialty: one of the most frequent, or another in the person's own words. */
export function WorkFields({
  form: { draft, errors, change, field },
  specialties: { choices, hasFailed },
}: {
  form: ResumeForm
  specialties: ReturnType<typeof useSpecialtyChoices>
}) {
  const isOther = draft.specialty === OTHER
  return (
    <div className={PAIR}>
      <TextField
        {...field('title', 'Physician title', 200)}
        placeholder="Attending Physician"
        autoComplete="organization-title"
      />
      <TextField {...field('organization', 'Company name', 200)} autoComplete="organization" />
      <Select
        label="Specialty"
        value={draft.specialty}
        error={isOther ? undefined : errors.specialty}
        hint={hasFailed ? SPECIALTIES_FAILED : undefined}
        isDisabled={choices === null}
        options={[
          { value: '', label: choices ? 'Choose a specialty' : 'Loading specialties…' },
          ...[...(choices ?? []), OTHER].map((value) => ({ value, label: value })),
        ]}
        onValueChange={(specialty) => change({ specialty })}
      />
      {isOther && (
        <TextField
          {...field('other_specialty', 'Other specialty')}
          required
          error={errors.specialty}
        />
      )}
    </div>
  )
}

/** Where the professional works. */
export function PlaceFields({ form: { field } }: { form: ResumeForm }) {
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <TextField {...field('city', 'City')} autoComplete="address-level2" />
      <TextField {...field('state', 'State')} autoComplete="address-level1" />
      <TextField {...field('country', 'Country')} autoComplete="country-name" />
    </div>
  )
}
