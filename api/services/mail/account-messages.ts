import { BRAND } from '#sync/contract/brand.ts'
import { letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Mails about an account. Each function takes the recipient and the links. */

const WHY = `You receive this because this address was used at ${BRAND}.`

export function verifyAddressMail(to: string, url: string): Mail {
  return letterMail(to, {
    subject: `Confirm your email address for ${BRAND}`,
    preview: 'One click, and you are in.',
    heading: 'Confirm your email address',
    paragraphs: [
      `Thank you for signing up. Confirm that this address is yours, and you are in.`,
      'The link works for 24 hours. Open it in the browser you signed up with; in any other you are asked to set a new password.',
    ],
    button: { label: 'Confirm this address', url },
    footnote: `${WHY} If that was not you, do not click: without the click the account stays shut.`,
  })
}

export function welcomeMail(to: string, searchUrl: string): Mail {
  return letterMail(to, {
    subject: `Welcome to ${BRAND}`,
    preview: 'Your address is confirmed.',
    heading: 'Your account is ready',
    paragraphs: [
      'Your address is confirmed. Search by specialty, place, employer and skills, keep the people you find in lists, and reach them by email and phone.',
      'Searching and revealing contacts needs a plan; you find both on the pricing page.',
    ],
    button: { label: 'Go to search', url: searchUrl },
    footnote: WHY,
  })
}

export function resetPasswordMail(to: string, url: string): Mail {
  return letterMail(to, {
    subject: `Set a new ${BRAND} password`,
    preview: 'The link works for one hour, once.',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody asked for a new password for this account. If it was you, set it here.',
      'The link works for one hour, once. Setting a new password signs out every device.',
    ],
    button: { label: 'Set a new password', url },
    footnote: `${WHY} If you did not ask, do nothing: your password stays as it is.`,
  })
}

/** The mail to an owner who confirmed the address in a browser other than the one that signed up. */
export function ownPasswordMail(to: string, url: string): Mail {
  return letterMail(to, {
    subject: `Choose your ${BRAND} password`,
    preview: 'The link works for one hour, once.',
    heading: 'Choose your password',
    paragraphs: [
      'Your address was confirmed in another browser than the one that signed up. Somebody else could have signed up with your address, so the password given then does not work any more.',
      'Set your own here. The link works for one hour, once; after that, "Forgot password?" sends another.',
    ],
    button: { label: 'Set a password', url },
    footnote: WHY,
  })
}

export function passwordChangedMail(to: string, recoverUrl: string): Mail {
  return letterMail(to, {
    subject: `Your ${BRAND} password was changed`,
    preview: 'If that was you, there is nothing to do.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now, and your other devices were signed out.',
      'If that was not you, somebody else has been in your account: set a new password at once.',
    ],
    button: { label: 'This was not me', url: recoverUrl },
    footnote: WHY,
  })
}

/**
 * The mail to an owner whose account gained or lost a passkey or an authenticator app.
 * @param change the change, in words that precede "your account"
 */
export function factorChangedMail(to: string, change: string, recoverUrl: string): Mail {
  return letterMail(to, {
    subject: `${change} your ${BRAND} account`,
    preview: 'If that was you, there is nothing to do.',
    heading: `${change} your account`,
    paragraphs: [
      `${change} your account just now. What signs you in stands under Account → Security.`,
      'If that was not you, somebody else has been in your account: set a new password at once, and answer to support.',
    ],
    button: { label: 'This was not me', url: recoverUrl },
    footnote: WHY,
  })
}

/** The mail to an owner whose passkeys and codes an administrator removed. */
export function factorsResetMail(to: string, recoverUrl: string): Mail {
  return letterMail(to, {
    subject: `Your ${BRAND} second factor was reset`,
    preview: 'Your password alone signs you in now.',
    heading: 'Your second factor was reset',
    paragraphs: [
      'Support removed the passkeys and codes of your account just now, and signed out every device. Your password alone signs you in: sign in, and set up a new passkey or authenticator app under Account → Security.',
      'If you did not ask for that, set a new password at once, and answer to support.',
    ],
    button: { label: 'This was not me', url: recoverUrl },
    footnote: WHY,
  })
}

export function existingAccountMail(to: string, links: { login: string; recover: string }): Mail {
  return letterMail(to, {
    subject: `You already have a ${BRAND} account`,
    preview: 'Somebody tried to sign up with this address.',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, perhaps you, tried to sign up with this address. It has an account already; nothing was changed.',
      `If you forgot your password, set a new one: ${links.recover}`,
    ],
    button: { label: 'Sign in', url: links.login },
    footnote: `${WHY} If it was not you, there is nothing to do.`,
  })
}

export function accountDeletedMail(to: string): Mail {
  return letterMail(to, {
    subject: `Your ${BRAND} account was deleted`,
    preview: 'Your data is gone, as you asked.',
    heading: 'Your account was deleted',
    paragraphs: [
      'Your account and what it held (profile, history of reveals and exports) were deleted, and every device was signed out.',
      'Thank you for having been with us. You can come back with this address at any time.',
    ],
    footnote: 'This is the last message to this address.',
  })
}
