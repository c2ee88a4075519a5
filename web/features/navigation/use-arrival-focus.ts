import { useLocation, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus with a navigation: the next Tab starts in the new screen, and a screen reader reads
 * from there. After Back, the part of the screen that had the focus (`data-focused`) has it again.
 */
export function useArrivalFocus(main: RefObject<HTMLElement | null>): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])

  // The screen is there with the resolved location, later than with the new address.
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const shownIndex = useRef(0)
  useEffect(() => {
    if (!arrived) return
    const { __TSR_index: index } = arrived.state
    const isBack = index < shownIndex.current
    shownIndex.current = index
    // The user may have moved it meanwhile.
    if (!isBack || document.activeElement !== main.current) return
    main.current?.querySelector<HTMLElement>('[data-focused]')?.focus({ preventScroll: true })
  }, [arrived, main])
}
