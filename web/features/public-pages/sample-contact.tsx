import { Check, Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { SAMPLE_CONTACT } from './sample-people.ts'

/** A contact card to try without an account; it makes no request. */
export function SampleContact() {
  const [isRevealed, setIsRevealed] = useState(false)
  const { name, initials, title, organization, specialty, location, email } = SAMPLE_CONTACT
  const hue = specialtyGroup(specialty)

  async function copy() {
    try {
      await navigator.clipboard.writeText(email)
      showToast({ title: 'Email copied', description: email, tone: 'ok' })
    } catch {
      showToast({ title: 'The email could not be copied', description: email, tone: 'danger' })
    }
  }

  return (
    <section
      aria-label="Sample contact"
      className="rounded-md border border-line bg-surface shadow-floating max-w-136"
    >
      <div className="flex gap-4 p-5 md:p-6">
        <Avatar initials={initials} hue={hue} size="lg" />
        <div className="min-w-0">
          <h2 className="font-semibold text-md">{name}</h2>
          <p>
            {title}, {organization}
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge hue={hue}>{specialty}</Badge>
            <span className="text-muted text-sm">{location}</span>
          </div>
        </div>
      </div>
      <div className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-5 py-3 md:px-6">
        <div className="min-w-0 flex-1">
          <p className="text-muted text-xs">Personal email</p>
          <p className="wrap-anywhere" data-testid="sample-email">
            {isRevealed ? email : 'o••••@••••.example'}
          </p>
        </div>
        {isRevealed ? (
          <Button onClick={() => void copy()} aria-label="Copy email">
            <Copy aria-hidden />
            Copy
          </Button>
        ) : (
          <Button variant="primary" onClick={() => setIsRevealed(true)}>
            <Mail aria-hidden />
            Reveal Email
          </Button>
        )}
      </div>
      <p className="flex items-center gap-2 border-line border-t px-5 py-3 text-muted text-sm md:px-6">
        <Check aria-hidden className="size-4 shrink-0 text-ok" />A sample. This person is made up.
      </p>
    </section>
  )
}
