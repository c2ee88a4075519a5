import type { AdminFigures } from '#api/contract/admin-figures.ts'
import { SERIES_NAMES } from '#api/contract/figure-names.ts'
import { SERIES_WORDS } from './figure-words.ts'
import { SeriesPanel } from './series-panel.tsx'
import { SharesPanel } from './shares-panel.tsx'
import { StatesPanel } from './states-panel.tsx'

/** As many bars as one takes in at a glance. */
const SPECIALTIES_SHOWN = 16

/** Every figure of a range, each as plot and table. */
export function Plots({ figures }: { figures: AdminFigures }) {
  const { series, starts, step, zero_results, contact_ages, states, specialties } = figures
  return (
    <div className="grid gap-x-8 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      {SERIES_NAMES.map((name) => (
        <SeriesPanel
          key={name}
          words={SERIES_WORDS[name]}
          series={series[name]}
          {...{ starts, step }}
        />
      ))}
      <SharesPanel
        of="contact_ages"
        title="Age of contacts"
        description="Contacts of the directory by how long ago they were checked."
        note="Since they were checked, on the last day."
        column="Age"
        shares={contact_ages}
        shownMax={contact_ages.length}
      />
      <StatesPanel states={states} className="md:col-span-2" />
      <SharesPanel
        of="specialties"
        title="People by specialty"
        description="The specialties with the most people."
        note={`The first ${SPECIALTIES_SHOWN}; the table has more.`}
        column="Specialty"
        shares={specialties}
        shownMax={SPECIALTIES_SHOWN}
        className="md:col-span-2 xl:col-span-1"
      />
      <SharesPanel
        of="zero_results"
        title="Searches that found nobody"
        description="The most frequent searches without a result."
        note="Words of the trade alone are kept; … stands for the rest."
        column="Search"
        shares={zero_results}
        shownMax={zero_results.length}
        className="md:col-span-2 xl:col-span-3"
      />
    </div>
  )
}
