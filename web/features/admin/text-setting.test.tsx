// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { TEXT_SETTINGS, type TextSettingKey } from '#db/schema/setting-keys.ts'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { TextSetting } from './text-setting.tsx'
import type { Settings } from './use-settings.ts'

const show = (settingKey: TextSettingKey, typed?: string) =>
  renderToStaticMarkup(
    <TextSetting
      {...{ settingKey, settings, typed }}
      onType={() => undefined}
      onHistory={() => undefined}
    />,
  )

afterEach(cleanup)

const settings = { saved: {}, errors: {}, work: null } as unknown as Settings

it('SITE-04 descriptions have room for several lines, the other texts one', () => {
  const long = (Object.keys(TEXT_SETTINGS) as TextSettingKey[]).filter((settingKey) =>
    show(settingKey).includes('<textarea'),
  )
  expect(long).toEqual(['seo_description', 'google_search_description'])
})

it('a text with a NUL is refused at its field', () => {
  expect(show('seo_title', 'Clini\u0000dex')).toContain(NOT_STORABLE)
  expect(show('seo_title', 'Clinidex')).not.toContain(NOT_STORABLE)
})

/** The field for a title of this version, which keeps what is typed. */
function TitleField({ version, save }: { version: number; save: Settings['save'] }) {
  const [typed, setTyped] = useState<string>()
  const title = { key: 'seo_title', value: 'Theirs', version, updated_at: '2026-11-29T12:00:00Z' }
  return (
    <TextSetting
      settingKey="seo_title"
      settings={{ ...settings, saved: { seo_title: title }, save } as unknown as Settings}
      typed={typed}
      onType={setTyped}
      onHistory={() => undefined}
    />
  )
}

it('what was edited is saved over a newer version only at the second press on Save', async () => {
  const save = vi.fn().mockResolvedValue(false)
  const { rerender } = render(<TitleField version={1} save={save} />)
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText(TEXT_SETTINGS.seo_title.label), { target: { value } })
  type('Min')
  rerender(<TitleField version={2} save={save} />)
  type('Mine')
  const press = () =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Save / })))
  await press()
  expect(save).toHaveBeenLastCalledWith('seo_title', 'Mine', 1)
  await press()
  expect(save).toHaveBeenLastCalledWith('seo_title', 'Mine', undefined)
})
