import { type RefObject, useEffect, useRef, useState } from 'react'

/** Scrolls, and fades out the ends beyond which there is more. */
export const SCROLL_ROW =
  'overflow-x-auto overflow-y-hidden data-[more=both]:mask-x-from-[calc(100%-3rem)] data-[more=end]:mask-r-from-[calc(100%-3rem)] data-[more=start]:mask-l-from-[calc(100%-3rem)]'

/** The width of the faded ends, in pixels. */
const FADED = 48

type HiddenEnds = 'none' | 'start' | 'end' | 'both'

/**
 * A row of items that scrolls sideways where it has no room: its present item is in sight, and the ends
 * beyond which there are more fade out.
 * @param present selects the present item within the row
 * @param value changes with it
 * @returns what the row's element gets, beside the class `SCROLL_ROW`
 */
export function useScrollRow<T extends HTMLElement>(
  present: string,
  value: string,
): { ref: RefObject<T | null>; 'data-more': HiddenEnds } {
  const ref = useRef<T>(null)
  const hidden = useHiddenEnds(ref)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the present item is found in the document.
  useEffect(() => {
    const row = ref.current
    const item = row?.querySelector(present)
    if (!row || !item) return
    // By hand: scrollIntoView would scroll the page, too.
    const [bounds, place] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
    const before = place.left - bounds.left - FADED
    const after = place.right - bounds.right + FADED
    if (before < 0) row.scrollLeft += before
    else if (after > 0) row.scrollLeft += after
  }, [present, value])

  return { ref, 'data-more': hidden }
}

/** At which ends of a row that scrolls sideways content is out of sight. */
function useHiddenEnds(row: { current: HTMLElement | null }): HiddenEnds {
  const [hidden, setHidden] = useState<HiddenEnds>('none')

  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const isStart = scrollLeft > 1
      const isEnd = scrollLeft + clientWidth < scrollWidth - 1
      setHidden(isStart && isEnd ? 'both' : isStart ? 'start' : isEnd ? 'end' : 'none')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])

  return hidden
}
