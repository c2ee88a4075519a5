import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { specialtyCountsGuidance } from '#web/lib/error-messages.ts'
import { formatCount } from '#web/lib/format.ts'
import { loadSpecialties, type SpecialtyOptions } from '#web/lib/people/specialty-counts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoreButton } from './more-button.tsx'
import { OptionList } from './option-list.tsx'
import { shownSpecialties } from './specialty-list.ts'

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => `row-${index}`)

export interface SpecialtyFilterProps {
  chosen: readonly string[]
  onToggle(specialty: string): void
  /** People per specialty under the other filters; undefined until a search has counted them. */
  facet: Record<string, number> | undefined
}

/** The specialties to tick: the most frequent, and any other by name. */
export function SpecialtyFilter({ chosen, onToggle, facet }: SpecialtyFilterProps) {
  const [loaded, setLoaded] = useState<SpecialtyOptions | null>(null)
  const [sought, setSought] = useState('')
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    let isCurrent = true
    void loadSpecialties().then((options) => {
      if (isCurrent) setLoaded(options)
    })
    return () => {
      isCurrent = false
    }
  }, [])

  if (!loaded) {
    return (
      <div role="status" aria-label="Loading specialties" className="pt-12 pb-6">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="py-1 pointer-coarse:py-3">
            <Skeleton className="h-5" />
          </div>
        ))}
      </div>
    )
  }
  const { shown, hiddenCount } = shownSpecialties({ ...loaded, chosen, sought, facet, isOpen })
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Find a specialty"
        isLabelHidden
        leading={Search}
        placeholder={`Find among ${formatCount(loaded.options.length)}`}
        value={sought}
        autoComplete="off"
        onChange={(event) => setSought(event.target.value)}
      />
      {loaded.failure && (
        <p role="status" className="text-muted text-sm">
          {specialtyCountsGuidance(loaded.failure)}
        </p>
      )}
      <OptionList options={shown} chosen={chosen} onToggle={onToggle} />
      {shown.length === 0 && (
        <p className="text-muted text-sm">
          {sought ? 'Nobody here has a specialty of that name.' : 'No specialties to choose from.'}
        </p>
      )}
      {hiddenCount > 0 && (
        <MoreButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {formatCount(hiddenCount)} more
        </MoreButton>
      )}
    </div>
  )
}
