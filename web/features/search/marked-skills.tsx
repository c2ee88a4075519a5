import { Children } from 'react'
import { MarkedText } from './marked-text.tsx'
import { isMarked, type TextPart } from './match-marks.ts'
import { summarizeSkills } from './skills.ts'

/** A card's first skills; a matching skill further down is named too. */
export function MarkedSkills({ skills }: { skills: readonly TextPart[][] }) {
  const { shown, hidden } = summarizeSkills(skills)
  const asked = hidden.find(isMarked)
  if (shown.length === 0) return null
  return (
    <p className="flex gap-2 text-muted text-xs max-sm:hidden compact:hidden">
      <span className="truncate">
        {Children.toArray(
          shown.flatMap((skill, place) => [
            place > 0 ? ' · ' : '',
            <MarkedText key={textOf(skill)} parts={skill} />,
          ]),
        )}
      </span>
      {hidden.length > 0 && <span className="shrink-0">+{hidden.length} more</span>}
      {asked && (
        <span className="shrink-0">
          with <MarkedText parts={asked} />
        </span>
      )}
    </p>
  )
}

function textOf(skill: readonly TextPart[]): string {
  return skill.map(({ text }) => text).join('')
}
