import { useEffect, useState } from 'react'
import type { SpecialtyCount } from '#api/contract/search.ts'
import { BUILT_IN_COUNTS, readSpecialtyCounts } from './specialty-counts.ts'

const ADDRESS = '/api/specialties/counts/public'

/** People per specialty, most frequent first: the built-in counts until the server answers. */
export function useSpecialtyCounts(): readonly SpecialtyCount[] {
  const [counts, setCounts] = useState(BUILT_IN_COUNTS)

  useEffect(() => {
    const abort = new AbortController()
    fetch(ADDRESS, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((body) => setCounts(readSpecialtyCounts(body) ?? BUILT_IN_COUNTS))
      // Better old figures on the home page than an error.
      .catch(() => BUILT_IN_COUNTS)
    return () => abort.abort()
  }, [])

  return counts
}
