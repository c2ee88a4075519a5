import { useNavigate } from '@tanstack/react-router'
import { endSession } from '#web/session/sign-out.ts'

/** Signs out and goes to the front page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return () => endSession(() => navigate({ to: '/' }))
}
