import { type RefObject, useEffect, useRef, useState } from 'react'

/** Scrolls, and fades out the ends beyond which there is more. */
export const SCROLL_ROW =
  'overflow-x-auto overflow-y-hidden data-[more=both]:mask-x-from-[calc(100%-3rem)] data-[more=end]:mask-r-from-[calc(100%-3rem)] data-[more=start]:mask-l-from-[calc(100%-3rem)]'

/** The width of the faded ends, in pixels. */
const FADED = 48

type HiddenEnds = 'none' | 'start' | 'end' | 'both'

/** What a row's element gets, beside the class `SCROLL_ROW`. */
interface FadedRow<T> {
  ref: RefObject<T | null>
  'data-more': HiddenEnds
}

/**
 * A row of items that scrolls sideways where it has no room: its present item is in sight, and the ends
 * beyond which there are more fade out.
 * @param present selects the present item within the row
 * @param value changes with it
 */
export function useScrollRow<T extends HTMLElement>(present: string, value: string): FadedRow<T> {
  const faded = useFadedRow<T>()
  const { ref } = faded

  // biome-ignore lint/correctness/useExhaustiveDependencies: the present item is found in the document.
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const reveal = () => {
      const item = row.querySelector(present)
      if (!item) return
      // By hand: scrollIntoView would scroll the page, too.
      const [bounds, place] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
      const before = place.left - bounds.left - FADED
      const after = place.right - bounds.right + FADED
      if (before < 0) row.scrollLeft += before
      else if (after > 0) row.scrollLeft += after
    }
    // At once, and with each new width: a device may be turned.
    const observer = new ResizeObserver(reveal)
    observer.observe(row)
    return () => observer.disconnect()
  }, [ref, present, value])

  return faded
}

/**
 * A row that scrolls sideways where it has no room: the ends beyond which there is more fade out. Where
 * its content changes, that is one element within the row.
 */
export function useFadedRow<T extends HTMLElement>(): FadedRow<T> {
  const ref = useRef<T>(null)
  const [hidden, setHidden] = useState<HiddenEnds>('none')

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const isStart = scrollLeft > 1
      const isEnd = scrollLeft + clientWidth < scrollWidth - 1
      setHidden(isStart && isEnd ? 'both' : isStart ? 'start' : isEnd ? 'end' : 'none')
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])

  return { ref, 'data-more': hidden }
}
