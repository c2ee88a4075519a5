import type { Me } from '#api/contract/me.ts'

/** One or two initials of the account's name, else of its address. */
export function accountInitials(me: Me | null): string {
  if (!me?.user) return ''
  const words = (me.user.name || me.user.email).split(/[\s._@-]+/).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => [...word][0])
  return letters.join('').toUpperCase()
}
