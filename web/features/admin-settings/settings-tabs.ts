import type { ImageSettingKey, TextSettingKey } from '#db/schema/setting-keys.ts'
import type { SettingsTabName } from './settings-search.ts'

/** The settings of each tab, in order. */
interface SettingsTab {
  value: SettingsTabName
  label: string
  sections: readonly {
    title?: string
    hint?: string
    texts?: readonly TextSettingKey[]
    images?: readonly ImageSettingKey[]
  }[]
}

export const SETTINGS_TABS = [
  {
    value: 'assets',
    label: 'Visual Assets',
    sections: [{ images: ['favicon_url', 'site_logo_url', 'site_icon_url'] }],
  },
  {
    value: 'seo',
    label: 'SEO & Search',
    sections: [
      { texts: ['seo_title', 'seo_description', 'seo_keywords'] },
      {
        title: 'Search results',
        hint: 'What search engines show of the front page. Without them the SEO texts are used.',
        texts: ['google_search_title', 'google_search_description'],
      },
      { images: ['seo_image_url'] },
      {
        title: 'Figures',
        hint: 'What the public pages say of the directory. Empty brings the built-in figure back.',
        texts: [
          'figure_directory',
          'figure_contacts',
          'figure_organisations',
          'figure_rating',
          'figure_verified',
        ],
      },
    ],
  },
  {
    value: 'social',
    label: 'Social Media',
    sections: [
      {
        hint: 'What each network shows of a shared link. Without one the SEO/OG image is used.',
        images: ['social_facebook_image', 'social_twitter_image', 'social_linkedin_image'],
      },
    ],
  },
] as const satisfies readonly SettingsTab[]
