/** The invitation's path, kept through sign-up or login. */
export function joinPath(token: string): string {
  return `/join?token=${token}`
}

/** Whether a path is that of an invitation. */
export function isJoin(path: string | undefined): boolean {
  return path?.startsWith(joinPath('')) === true
}
