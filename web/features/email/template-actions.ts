import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import { isBlank } from '#db/schema/invisible.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import {
  deleteTemplateError,
  INCOMPLETE_TEMPLATE,
  saveTemplateError,
} from '#web/lib/email-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { ownerArg, teamsNow } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { actorOf, session } from '#web/session/session.ts'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'
import { changeDraft, currentDraft, type Draft } from './email-draft.ts'

/** The template that saving makes of a draft: one, also where an unchanged draft is saved twice. */
const templateIds = new WeakMap<Draft, string>()

/** Saves the draft's e-mail as a template named after the job. */
export async function saveTemplate(): Promise<void> {
  const draft = currentDraft()
  const { jobTitle, email, tone, length, positionType } = draft
  const name = jobTitle.trim()
  if (!email || isBlank(name)) return showToast({ ...INCOMPLETE_TEMPLATE, tone: 'danger' })
  const { subject, body } = email
  const choices = { tone, length, position_type: positionType }
  const id = templateIds.get(draft) ?? crypto.randomUUID()
  templateIds.set(draft, id)
  const isSaved = await tryChange(
    () => mutate('templates.create', { id, name, subject, body, ...choices }),
    saveTemplateError,
  )
  if (isSaved) showToast({ title: 'Template Saved', tone: 'ok' })
}

/** Replaces the draft by a template. */
export function loadTemplate(template: EmailTemplateRow): void {
  const { email, team, tone, length, positionType } = currentDraft()
  const { owner_id, subject, body } = template
  changeDraft({
    email: { subject, body, isSample: false },
    team: owner_id === actorOf(session.me).id ? null : owner_id,
    tone: template.tone,
    length: template.length,
    positionType: template.position_type,
  })
  const undo = () => changeDraft({ email, team, tone, length, positionType })
  showToast({
    title: 'Template Loaded',
    tone: 'ok',
    ...(email && { action: { label: 'Undo', onPress: undo } }),
  })
}

/** Deletes a template, with an offer to undo it. */
export async function deleteTemplate(template: EmailTemplateRow): Promise<void> {
  const { id, name, subject, body, tone, length, position_type } = template
  const owner = ownerArg(template)
  const isDeleted = await tryChange(
    () => mutate('templates.delete', { ...owner, id, previous: { name, subject, body } }),
    (error) => deleteTemplateError(error, teamsNow().authorOf(template, error)),
  )
  if (!isDeleted) return
  const again = { ...owner, id, name, subject, body, tone, length, position_type }
  const restore = () => tryChange(() => mutate('templates.create', again), saveTemplateError)
  showToast({
    title: 'Template Deleted',
    tone: 'ok',
    durationMs: UNDO_MS,
    action: { label: 'Undo', onPress: () => void restore() },
  })
}

/** Puts a copy of an own template among those of a team. */
export async function shareTemplate(
  { name, subject, body, tone, length, position_type }: EmailTemplateRow,
  team: Pick<OwnTeamRow, 'id' | 'name'>,
): Promise<void> {
  const copy = { name, subject, body, tone, length, position_type }
  const isShared = await tryChange(
    () => mutate('templates.create', { ...copy, owner: team.id, id: crypto.randomUUID() }),
    saveTemplateError,
  )
  if (isShared) showToast({ title: `Shared with ${team.name}`, description: name, tone: 'ok' })
}

/** Saves the signature for future e-mails, on every device. */
export async function saveSignature(value: string): Promise<void> {
  await tryChange(
    () => mutate('settings.set', { key: 'email.signature', value }),
    saveTemplateError,
  )
}
