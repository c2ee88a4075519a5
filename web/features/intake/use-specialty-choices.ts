import { useEffect, useState } from 'react'
import { loadSpecialties } from '#web/lib/people/specialty-counts.ts'
import { specialtyChoices } from './resume-rules.ts'

/** The specialties that a form offers: null while loading; the usual ones where that fails. */
export function useSpecialtyChoices(): { choices: string[] | null; hasFailed: boolean } {
  const [state, setState] = useState<{ choices: string[] | null; hasFailed: boolean }>({
    choices: null,
    hasFailed: false,
  })
  useEffect(() => {
    let isGone = false
    void loadSpecialties().then(({ options, failure }) => {
      if (!isGone) setState({ choices: specialtyChoices(options), hasFailed: failure !== null })
    })
    return () => {
      isGone = true
    }
  }, [])
  return state
}
