import { History } from 'lucide-react'
import type { FormEvent, MouseEvent } from 'react'
import { type FigureKey, figureOf } from '#api/contract/site.ts'
import { TEXT_SETTINGS, type TextSettingKey } from '#db/schema/setting-keys.ts'
import { isStorable, NOT_STORABLE } from '#db/schema/storable.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { SavedBy } from './saved-by.tsx'
import type { Settings } from './use-settings.ts'

const PLACEHOLDERS: Partial<Record<TextSettingKey, string>> = {
  seo_keywords: 'keyword1, keyword2, keyword3',
}

/** A text setting with its own Save. */
export function TextSetting({
  settingKey: key,
  settings: { saved, typed, errors, work, type, discard, save },
  onHistory,
}: {
  settingKey: TextSettingKey
  settings: Settings
  onHistory(): void
}) {
  const { label, max } = TEXT_SETTINGS[key]
  const setting = saved?.[key]
  const value = typed[key]?.text ?? setting?.value ?? ''
  const fault = faultOf(value.trim(), max)
  const error = fault ?? errors[key]
  const Text = key.endsWith('_description') ? TextArea : TextField

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!fault) void save(key)
  }

  function handleDiscard({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    discard(key)
    // The button goes with what was typed.
    form?.querySelector<HTMLElement>(`[name=${key}]`)?.focus()
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-1.5">
      <Text
        label={label}
        name={key}
        value={value}
        placeholder={placeholderOf(key)}
        autoComplete="off"
        readOnly={work?.key === key}
        onChange={(event) => type(key, event.target.value)}
        {...(error ? { error } : {})}
      />
      <div className="flex items-center gap-2">
        <SavedBy setting={setting} />
        <IconButton
          label={`History of ${label}`}
          icon={History}
          size="sm"
          disabled={!setting}
          onClick={onHistory}
        />
        {typed[key] && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Discard changes of ${label}`}
            disabled={work?.key === key}
            onClick={handleDiscard}
          >
            Discard
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          aria-label={`Save ${label}`}
          // The button stays enabled while it saves, or it would lose the focus.
          isBusy={work?.key === key}
          disabled={fault !== undefined || (work !== null && work.key !== key)}
        >
          Save
        </Button>
      </div>
    </form>
  )
}

function faultOf(text: string, max: number): string | undefined {
  if (text.length > max) return `At most ${max} characters; these are ${text.length}.`
  return isStorable(text) ? undefined : NOT_STORABLE
}

/** A figure shows its default. */
function placeholderOf(key: TextSettingKey): string | undefined {
  return key.startsWith('figure_') ? figureOf({}, key as FigureKey) : PLACEHOLDERS[key]
}
