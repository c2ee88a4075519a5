import { useEffect, useState } from 'react'
import type { Me } from '#api/contract/me.ts'
import { isBlank } from '#db/schema/invisible.ts'
import type { SettingKey } from '#db/schema/user-settings.ts'
import { DEMO_DISABLED } from '#web/lib/error-messages.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { BIO_MAX, NAME_MAX } from '#web/session/account-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { NAME_MISSING, PROFILE_SAVE_FAILED, SETTINGS_FAILED } from './account-messages.ts'

interface Profile {
  name: string
  bio: string
}

const FIELDS = ['name', 'bio'] as const
const NOTHING_TYPED: Partial<Profile> = {}

/** The typed texts that differ from the profile. */
function withoutSame(typed: Partial<Profile>, profile: Profile): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(typed).filter(([field, text]) => text !== profile[field as keyof Profile]),
  )
}

/** Name and bio, on all devices. The e-mail identifies the account and cannot be changed. */
export function ProfileTab({
  user,
  isReadOnly,
}: {
  user: NonNullable<Me['user']>
  isReadOnly: boolean
}) {
  const { rows, status } = useLiveQuery('settings.all', {})
  const given = { name: user.name, bio: user.bio ?? '' }
  // The demo account is shared: everybody sees its first profile, whatever a guest has sent.
  if (isReadOnly) return <ProfileForm email={user.email} profile={given} isReadOnly />
  if (status === 'loading') return <Skeleton className="mt-2 h-80 max-w-120" />
  if (status === 'failed') {
    return <ErrorPanel title={SETTINGS_FAILED.title}>{SETTINGS_FAILED.description}</ErrorPanel>
  }
  const setting = (key: SettingKey) => rows.find((row) => row.key === key)?.value
  const name = String(setting('profile.name') ?? given.name)
  const bio = String(setting('profile.bio') ?? given.bio)
  return <ProfileForm email={user.email} profile={{ name, bio }} isReadOnly={false} />
}

function ProfileForm({
  email,
  profile,
  isReadOnly,
}: {
  email: string
  profile: Profile
  isReadOnly: boolean
}) {
  // Fields that were not edited follow the rows, and edited ones do once the rows hold the same text.
  const [typed = NOTHING_TYPED, setTyped] = useDraft<Partial<Profile>>('profile')
  useEffect(() => {
    const own = withoutSame(typed, profile)
    if (Object.keys(own).length < Object.keys(typed).length) setTyped(own)
  }, [typed, profile, setTyped])
  const { name, bio } = { ...profile, ...typed }
  const [fault, setFault] = useState<string>()
  const { isBusy, handleSubmit } = useSubmit(send)

  async function send() {
    const missing = isBlank(name) ? NAME_MISSING : undefined
    setFault(missing)
    if (!isReadOnly && !missing) await save()
    return undefined
  }

  async function save() {
    const isSaved = await tryChange(
      async () => {
        // What was not edited may be newer on another device.
        for (const field of FIELDS) {
          const value = typed[field]?.trim()
          if (value !== undefined) await mutate('settings.set', { key: `profile.${field}`, value })
        }
      },
      () => PROFILE_SAVE_FAILED,
    )
    if (!isSaved) return
    // As the rows have them: until these are read again, the fields show what was typed.
    setTyped((now = NOTHING_TYPED) =>
      Object.fromEntries(
        Object.entries(now).map(([field, text]) => {
          const wasSent = text === typed[field as keyof Profile]
          return [field, wasSent ? text.trim() : text]
        }),
      ),
    )
    showToast({ title: 'Profile saved', tone: 'ok' })
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-120 flex-col gap-5 pt-2">
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_MAX}
        readOnly={isReadOnly}
        value={name}
        error={fault}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      <TextField
        label="Email"
        type="email"
        readOnly
        value={email}
        hint="The address of an account cannot be changed."
      />
      <TextArea
        label="Bio"
        name="bio"
        maxLength={BIO_MAX}
        readOnly={isReadOnly}
        value={bio}
        hint="A few words about you. Nobody else sees them."
        onChange={(event) => setTyped({ ...typed, bio: event.target.value })}
      />
      <div className="flex items-center gap-4">
        <Button type="submit" variant="primary" disabled={isReadOnly} isBusy={isBusy}>
          Save
        </Button>
        {isReadOnly && <p className="text-muted">{DEMO_DISABLED}</p>}
      </div>
    </form>
  )
}
