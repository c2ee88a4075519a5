import { useElementScrollRestoration } from '@tanstack/react-router'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import type { MemberInList } from '#sync/contract/list-queries.ts'
import { afterPaint } from '#web/lib/after-paint.ts'
import type { OwnedList } from '#web/lib/list-rights.ts'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { MemberCard } from './member-card.tsx'

/** More than a screen holds. */
const FIRST_CARDS = 20

/** A member whose card is in sight, and how far the card's top is from the window's. */
export interface ScrollAnchor {
  id: string
  top: number
}

/**
 * A page of a list's members. Back restores the scroll position by the card that was at the top: the
 * heights of cards that were never in sight are estimates.
 */
export function MemberCards({
  members,
  list,
  refused,
  selected,
  onSelect,
  anchor,
  onLeave,
}: {
  members: readonly MemberInList[]
  list: OwnedList
  /** Assignments that were refused, by the person's id. */
  refused: ReadonlyMap<string, PendingMutation>
  selected: ReadonlySet<string>
  onSelect(id: string, isSelected: boolean): void
  /** Where the list was left the last time. */
  anchor: ScrollAnchor | null
  onLeave(anchor: ScrollAnchor | null): void
}) {
  const element = useRef<HTMLUListElement>(null)
  const isReturn = useElementScrollRestoration({ getElement: () => window }) !== undefined
  const [restored] = useState(isReturn ? anchor : null)
  const isRestoring = useRef(restored !== null)
  // Those in sight are painted before the others.
  const [isBegun, setBegun] = useState(false)
  const hasCards = members.length > 0
  useEffect(() => {
    if (hasCards) startTransition(() => setBegun(true))
  }, [hasCards])
  const found = members.findIndex(({ candidate_id }) => candidate_id === restored?.id)
  const first = Math.max(found, 0)

  useLayoutEffect(() => {
    const card = element.current?.children[found]
    if (!restored || !card) return
    const restore = () => {
      if (!isRestoring.current) return
      scrollBy({ top: card.getBoundingClientRect().top - restored.top })
    }
    restore()
    // Cards above it that come near have taken their own height.
    return afterPaint(() => {
      restore()
      isRestoring.current = false
    })
  }, [restored, found])

  // The first answer may be a part of the page. Who has gone on meanwhile stays there.
  useEffect(() => {
    const listening = new AbortController()
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      window.addEventListener(type, () => (isRestoring.current = false), {
        passive: true,
        signal: listening.signal,
      })
    }
    return () => listening.abort()
  }, [])

  const leave = useLatestCallback(() => {
    const tops = [...(element.current?.children ?? [])].map(
      (card) => card.getBoundingClientRect().top,
    )
    const index = tops.findIndex((top) => top >= 0)
    const [id, top] = [members[index]?.candidate_id, tops[index]]
    onLeave(id === undefined || top === undefined ? null : { id, top })
  })
  useLayoutEffect(() => leave, [leave])

  return (
    <ul ref={element} aria-label="Healthcare workers">
      {members
        .slice(0, isBegun ? undefined : first + FIRST_CARDS)
        .map((member, index) =>
          isBegun || index >= first ? (
            <MemberCard
              key={member.candidate_id}
              member={member}
              list={list}
              refused={refused.get(member.candidate_id)}
              isSelected={selected.has(member.candidate_id)}
              onSelect={onSelect}
            />
          ) : (
            <li key={member.candidate_id} className="h-32" />
          ),
        )}
    </ul>
  )
}
