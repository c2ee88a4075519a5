import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TEXT_SETTINGS, type TextSettingKey } from '#db/schema/setting-keys.ts'
import { TextSetting } from './text-setting.tsx'
import type { Settings } from './use-settings.ts'

const settings = { saved: {}, errors: {}, work: null } as unknown as Settings

it('SITE-04 descriptions have room for several lines, the other texts one', () => {
  const long = (Object.keys(TEXT_SETTINGS) as TextSettingKey[]).filter((settingKey) =>
    renderToStaticMarkup(
      <TextSetting
        {...{ settingKey, settings, typed: undefined }}
        onType={() => undefined}
        onHistory={() => undefined}
      />,
    ).includes('<textarea'),
  )
  expect(long).toEqual(['seo_description', 'google_search_description'])
})
