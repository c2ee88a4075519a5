import { Ban, PhoneCall } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTeams } from '#web/replica/teams.ts'
import { useActor } from '#web/session/session.ts'
import { callingWords, stopWords, touchWords } from './touch-words.ts'
import { useTouches } from './touches.ts'

const LINE = 'flex min-w-0 items-center gap-1.5 text-sm [&_svg]:size-3.5 [&_svg]:shrink-0'

/** How things stand with a person: who must not be contacted, who is being called, the last touch. */
export function TouchLine({
  personId,
  className = '',
  children = null,
}: {
  personId: string
  className?: string
  /** Stands there where nothing is known of the person. */
  children?: ReactNode
}) {
  const touches = useTouches(personId)
  const teams = useTeams()
  const { id: accountId } = useActor()
  if (!touches) return children
  const stopped = stopWords(touches)
  if (stopped) {
    return (
      <p className={`${LINE} font-medium text-danger ${className}`}>
        <Ban aria-hidden strokeWidth={1.75} />
        <span className="min-w-0 truncate">{stopped}</span>
      </p>
    )
  }
  const calling = callingWords(touches, teams, accountId)
  if (calling) {
    return (
      <p className={`${LINE} font-medium text-accent ${className}`}>
        <PhoneCall aria-hidden strokeWidth={1.75} />
        <span className="min-w-0 truncate">{calling}</span>
      </p>
    )
  }
  const words = touchWords(touches, teams)
  if (!words) return children
  return (
    <p className={`${LINE} text-muted tabular-nums ${className}`}>
      <span className="min-w-0 truncate">{words}</span>
    </p>
  )
}
