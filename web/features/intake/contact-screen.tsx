import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { SUPPORT_EMAIL } from '#web/lib/support-address.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { type ContactDraft, type ContactErrors, checkContact } from './contact-rules.ts'
import { refusedFields, sendContactMessage } from './intake-client.ts'
import { CONTACT_FAILED, CONTACT_FAULTS, sendingProblem } from './intake-messages.ts'

const BLANK: ContactDraft = { name: '', email: '', subject: '', message: '' }

/** `/contact`: a message to the operators. */
export function ContactScreen() {
  const [draft = BLANK, setDraft] = useDraft<ContactDraft>('contact message')
  const [errors, setErrors] = useState<ContactErrors>({})
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, describe)

  const field = (name: keyof ContactDraft) => ({
    name,
    value: draft[name],
    error: errors[name],
    required: true,
    // What is typed meanwhile would not be sent.
    readOnly: isBusy,
    onChange: (event: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  })

  async function send() {
    const found = checkContact(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return undefined
    const email = draft.email.trim()
    await sendContactMessage({ ...draft, email })
    setDraft(undefined)
    showToast({ title: 'Message sent!', description: `We answer to ${email}.`, tone: 'ok' })
    return undefined
  }

  function describe(error: ApiError) {
    const refused = Object.entries(CONTACT_FAULTS).filter(([name]) =>
      refusedFields(error).includes(name),
    )
    setErrors(Object.fromEntries(refused))
    return refused.length > 0 ? undefined : sendingProblem(error, CONTACT_FAILED.description)
  }

  return (
    <FormPage
      isWide
      title="Contact us"
      intro={
        <p>
          A question, a correction, or a plan for a whole company: each subscription is for a single
          user, a team buys seats in its account, and for many we make you an enterprise offer.
        </p>
      }
      elsewhere={
        <>
          Rather by mail? <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>. To be taken out
          of the directory, <Link to="/remove-info">ask for removal</Link>.
        </>
      }
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <div className="grid gap-5 md:grid-cols-2">
          <TextField {...field('name')} label="Name" autoComplete="name" maxLength={100} />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            maxLength={EMAIL_MAX}
          />
        </div>
        <TextField {...field('subject')} label="Subject" maxLength={200} />
        <TextArea {...field('message')} label="Message" rows={7} maxLength={10_000} />
        {failure && <ErrorPanel title={CONTACT_FAILED.title}>{failure}</ErrorPanel>}
        <Button type="submit" variant="primary" isBusy={isBusy} className="md:self-start">
          Send message
        </Button>
      </form>
    </FormPage>
  )
}
