import { AudienceStrip } from './audience-strip.tsx'
import { Closing } from './closing.tsx'
import { Faq } from './faq.tsx'
import { FeatureBlocks } from './feature-blocks.tsx'
import { Figures } from './figures.tsx'
import { Hero } from './hero.tsx'
import { SearchPreview } from './search-preview.tsx'
import { SpecialtyList } from './specialty-list.tsx'

/** `/`: the product, its audience, its features, and first of all a search box. */
export function HomePage() {
  return (
    <>
      <Hero />
      <AudienceStrip />
      <Figures />
      <SearchPreview />
      <SpecialtyList />
      <FeatureBlocks />
      <Faq />
      <Closing />
    </>
  )
}
