import { useIsRefused } from '#web/session/session.ts'

/** What the present actor may not do with people of the directory; nothing before the session is known. */
export function usePersonRefusals(): { isListRefused: boolean; isEmailRefused: boolean } {
  return {
    isListRefused: useIsRefused('lists.fill'),
    isEmailRefused: useIsRefused('contact.reveal'),
  }
}
