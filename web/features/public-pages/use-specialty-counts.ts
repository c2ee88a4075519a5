import { useEffect, useState } from 'react'
import type { SpecialtyCount } from '#db/schema/search.ts'
import { BUILT_IN_COUNTS, readSpecialtyCounts } from './specialty-counts.ts'

const ADDRESS = '/api/specialties/counts/public'

/** People per specialty, most frequent first: the built-in figures until the directory answers. */
export function useSpecialtyCounts(): readonly SpecialtyCount[] {
  const [counts, setCounts] = useState(BUILT_IN_COUNTS)

  useEffect(() => {
    const abort = new AbortController()
    fetch(ADDRESS, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((body) => setCounts(readSpecialtyCounts(body) ?? BUILT_IN_COUNTS))
      // A home page with yesterday's figures is better than one with an error on it.
      .catch(() => BUILT_IN_COUNTS)
    return () => abort.abort()
  }, [])

  return counts
}
