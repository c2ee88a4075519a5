import { type FormEvent, useState } from 'react'
import type { Me } from '../../../db/schema/me.ts'
import { updateProfile } from '../../lib/account-client.ts'
import { BIO_MAX, NAME_MAX } from '../../lib/account-limits.ts'
import { PROFILE_SAVE_FAILED } from '../../lib/account-messages.ts'
import { ApiError } from '../../lib/api-client.ts'
import { DEMO_DISABLED } from '../../lib/error-messages.ts'
import { refreshSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Name and bio. The e-mail is who one is here, and stays. */
export function ProfileTab({
  user,
  isReadOnly,
}: {
  user: NonNullable<Me['user']>
  isReadOnly: boolean
}) {
  const [name, setName] = useState(user.name)
  const [bio, setBio] = useState(user.bio ?? '')
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    setIsBusy(true)
    try {
      await updateProfile({ name: name.trim(), bio: bio.trim() })
      await refreshSession()
      showToast({ title: 'Profile saved', tone: 'ok' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ ...PROFILE_SAVE_FAILED, tone: 'danger' })
    } finally {
      setIsBusy(false)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && !isReadOnly) void save()
  }

  return (
    <form onSubmit={handleSubmit} className="flex max-w-120 flex-col gap-5 pt-2">
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_MAX}
        readOnly={isReadOnly}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Email"
        type="email"
        readOnly
        value={user.email}
        hint="The address of an account cannot be changed."
      />
      <TextArea
        label="Bio"
        name="bio"
        maxLength={BIO_MAX}
        readOnly={isReadOnly}
        value={bio}
        hint="A few words about you. Nobody else sees them."
        onChange={(event) => setBio(event.target.value)}
      />
      <div className="flex items-center gap-4">
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={isReadOnly}>
          Save
        </Button>
        {isReadOnly && <p className="text-muted">{DEMO_DISABLED}</p>}
      </div>
    </form>
  )
}
