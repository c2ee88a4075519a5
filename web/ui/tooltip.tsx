import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

/** Long enough not to flicker under a passing pointer. */
const HOVER_DELAY_MS = 700
/** Time for the pointer to move from the target to its tooltip. */
const LEAVE_DELAY_MS = 150

const GAP_PX = 6
const EDGE_PX = 8

/**
 * Mounted once at the root; shows the tooltip of any element with `data-tooltip`: on hover, and at once
 * on keyboard focus. One for all, so that a button costs no more for having one.
 */
export function TooltipLayer() {
  const target = useExplained()
  return target && <Bubble key={target.dataset.tooltip} target={target} />
}

function Bubble({ target }: { target: HTMLElement }) {
  const id = useId()
  const bubble = useRef<HTMLDivElement>(null)
  const text = target.dataset.tooltip ?? ''

  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, target)
  }, [target])

  useEffect(() => {
    // A tooltip equal to the name would be read out twice.
    if (target.getAttribute('aria-label') === text) return
    target.setAttribute('aria-describedby', id)
    return () => target.removeAttribute('aria-describedby')
  }, [target, text, id])

  return (
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className="fixed z-50 max-w-64 animate-fade-in rounded-sm bg-ink px-2 py-1 text-paper text-xs shadow-floating"
    >
      {text}
    </div>
  )
}

/** Above the target, below it where there is no room, and within the window. */
function place(bubble: HTMLElement, target: HTMLElement): void {
  const around = target.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const above = around.top - height - GAP_PX
  const left = around.left + around.width / 2 - width / 2
  bubble.style.top = `${above >= EDGE_PX ? above : around.bottom + GAP_PX}px`
  bubble.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX))}px`
}

/** The element whose tooltip is shown. */
function useExplained(): HTMLElement | null {
  const [explained, setExplained] = useState<HTMLElement | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined

    function explain(element: HTMLElement | null, delayMs: number) {
      clearTimeout(timer)
      timer = setTimeout(() => setExplained(element), delayMs)
    }
    function handlePointerOver({ target, pointerType }: PointerEvent) {
      if (pointerType === 'touch' || !(target instanceof Element)) return
      // The tooltip itself can be hovered: to read it, or to select its text.
      if (target.closest('[role="tooltip"]')) return clearTimeout(timer)
      const element = target.closest<HTMLElement>('[data-tooltip]')
      explain(element, element ? HOVER_DELAY_MS : LEAVE_DELAY_MS)
    }
    function handleFocus({ target }: FocusEvent) {
      const isReached = target instanceof HTMLElement && target.matches(':focus-visible')
      explain(isReached ? target.closest<HTMLElement>('[data-tooltip]') : null, 0)
    }
    const hide = () => explain(null, 0)
    const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && hide()

    document.addEventListener('pointerover', handlePointerOver)
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', handleKeyDown, true)
    document.addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', handlePointerOver)
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', handleKeyDown, true)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])

  return explained
}
