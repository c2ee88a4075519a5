import { useSyncExternalStore } from 'react'
import { addDays, today } from './days.ts'

/** The day, renewed when the next one begins, also after the device slept through midnight. */
export const useToday = (): string => useSyncExternalStore(onNewDay, today, today)

function onNewDay(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      new Date(`${addDays(today(), 1)}T00:00:00`).getTime() - Date.now(),
    )
  }
  wait()
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
