import { useEffect, useState } from 'react'
import { loadSpecialties } from '#web/lib/people/specialty-counts.ts'

/** The directory's specialties; empty until they are loaded. */
export function useSpecialtyNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    let isCurrent = true
    void loadSpecialties().then(({ options }) => {
      if (isCurrent) setNames(options.map(({ specialty }) => specialty))
    })
    return () => {
      isCurrent = false
    }
  }, [])
  return names
}
