import { isEmailAddress } from '#web/lib/email-address.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#web/session/account-limits.ts'
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  PASSWORD_LONG,
  PASSWORD_SHORT,
  PASSWORDS_DIFFER,
  TERMS_MISSING,
} from '#web/session/auth-messages.ts'

export interface SignUpDraft {
  email: string
  password: string
  confirmation: string
  /** "Where did you hear about us?" */
  source: string
  hasAcceptedTerms: boolean
}

export type SignUpErrors = Partial<Record<keyof SignUpDraft, string>>

/** One sentence per invalid field; empty where the form can be sent. */
export function checkSignUp(draft: SignUpDraft): SignUpErrors {
  return {
    ...checkEmail(draft.email),
    ...checkNewPassword(draft),
    ...(draft.hasAcceptedTerms ? {} : { hasAcceptedTerms: TERMS_MISSING }),
  }
}

/** The rules for a new password typed twice. */
export function checkNewPassword({
  password,
  confirmation,
}: Pick<SignUpDraft, 'password' | 'confirmation'>): Pick<
  SignUpErrors,
  'password' | 'confirmation'
> {
  if (password.length < PASSWORD_MIN) return { password: PASSWORD_SHORT }
  if (password.length > PASSWORD_MAX) return { password: PASSWORD_LONG }
  return password === confirmation ? {} : { confirmation: PASSWORDS_DIFFER }
}

export function checkEmail(email: string): { email?: string } {
  const text = email.trim()
  if (text === '') return { email: EMAIL_REQUIRED }
  return isEmailAddress(text) ? {} : { email: EMAIL_INVALID }
}
