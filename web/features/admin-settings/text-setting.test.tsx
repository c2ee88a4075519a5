// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { TEXT_SETTINGS, type TextSettingKey } from '#db/schema/setting-keys.ts'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { TextSetting } from './text-setting.tsx'
import type { Settings } from './use-settings.ts'

afterEach(cleanup)

const show = (settingKey: TextSettingKey, text?: string) =>
  renderToStaticMarkup(
    <TextSetting
      settingKey={settingKey}
      settings={{
        ...settings,
        typed: text === undefined ? {} : { [settingKey]: { text, version: 1 } },
      }}
      onHistory={() => undefined}
    />,
  )

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

it('what is typed goes to the draft, and a text within the limits is sent', () => {
  const [type, save] = [vi.fn(), vi.fn()]
  const field = (text: string) => (
    <TextSetting
      settingKey="seo_title"
      settings={{ ...settings, typed: { seo_title: { text, version: 1 } }, type, save }}
      onHistory={() => undefined}
    />
  )
  const { label, max } = TEXT_SETTINGS.seo_title
  const { rerender } = render(field('x'.repeat(max + 1)))
  const submit = () => fireEvent.submit(screen.getByLabelText(label))
  submit()
  expect(save).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText(label), { target: { value: 'Clinidex' } })
  expect(type).toHaveBeenCalledExactlyOnceWith('seo_title', 'Clinidex')
  rerender(field('Clinidex'))
  submit()
  expect(save).toHaveBeenCalledExactlyOnceWith('seo_title')
})

it('what is typed can be discarded, and the focus goes to its field', () => {
  const discard = vi.fn()
  const field = (typed: Settings['typed']) => (
    <TextSetting
      settingKey="seo_title"
      settings={{ ...settings, typed, discard }}
      onHistory={() => undefined}
    />
  )
  const { label } = TEXT_SETTINGS.seo_title
  const name = `Discard changes of ${label}`
  const { rerender } = render(field({ seo_title: { text: 'Clinidex', version: 1 } }))
  fireEvent.click(screen.getByRole('button', { name }))
  expect(discard).toHaveBeenCalledExactlyOnceWith('seo_title')
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  rerender(field({}))
  expect(screen.queryByRole('button', { name })).toBeNull()
})
