import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { searchView } from './search-view.ts'
import { DESK, TABLET } from './widths.ts'

/**
 * Whether the filters are beside the results. By default only on a desktop: on a tablet they would take
 * a third of the results' width.
 */
export function useRail(): boolean {
  const isDesk = useMediaQuery(DESK)
  const isTablet = useMediaQuery(TABLET)
  const choice = useProxyValue(searchView, (view) => view.isRailOpen)
  return isTablet && (choice ?? isDesk)
}
