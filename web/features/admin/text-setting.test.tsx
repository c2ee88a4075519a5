import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TEXT_SETTINGS, type TextSettingKey } from '#db/schema/setting-keys.ts'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { TextSetting } from './text-setting.tsx'
import type { Settings } from './use-settings.ts'

const show = (settingKey: TextSettingKey, text?: string) =>
  renderToStaticMarkup(
    <TextSetting
      settingKey={settingKey}
      settings={{ ...settings, typed: text === undefined ? {} : { [settingKey]: { text } } }}
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
