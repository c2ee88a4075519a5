import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { SiteValues } from '#api/contract/site.ts'
import { SitePreview } from './site-preview.tsx'

vi.stubGlobal('location', { host: 'clinidex.example' })
afterAll(() => vi.unstubAllGlobals())

/** Each part of the preview: its images, then its lines of text. */
function shown(values: SiteValues): string[][] {
  const page = renderToStaticMarkup(<SitePreview values={values} />)
  return page
    .split('<figure>')
    .slice(1)
    .map((part) => {
      const [figure = ''] = part.split('</figure>')
      const images = [...figure.matchAll(/src="([^"]*)"/g)].map(([, src = '']) => src)
      return [...images, ...figure.split(/<[^>]*>/).filter(Boolean)]
    })
}

it('SITE-16 the preview has the tab, the search result and the share card each from its settings', () => {
  expect(
    shown({
      ...{ favicon_url: '/tab.png', site_icon_url: '/home.png', seo_image_url: '/card.jpg' },
      ...{ seo_title: 'Shared', seo_description: 'Told of it.' },
      ...{ google_search_title: 'Found', google_search_description: 'Told there.' },
    }),
  ).toEqual([
    ['/tab.png', 'Tab', 'Found'],
    ['Search result', 'clinidex.example', 'Found', 'Told there.'],
    ['/card.jpg', 'Share card', 'clinidex.example', 'Shared', 'Told of it.'],
  ])
})

it('SITE-16 and where nothing is set what the site shows then', () => {
  const [tab, , card] = shown({ site_icon_url: '/home.png' })
  const title = 'Find and reach healthcare professionals · Clinidex'
  expect(tab).toEqual(['/icon.svg', 'Tab', title])
  expect(card?.slice(0, 4)).toEqual(['/share.png', 'Share card', 'clinidex.example', title])
})
