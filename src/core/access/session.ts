import type { SecondFactor } from './second-factor.ts'

export const SESSION_IDLE_MS = 30 * 60_000
export const SESSION_MAX_MS = 12 * 3_600_000
/** How long it counts that somebody proved to be there, for what an open browser alone must not be enough for. */
export const CONFIRMATION_VALID_MS = 10 * 60_000

/** How long somebody who gave a passphrase may take to give a code. */
export const PENDING_SIGN_IN_MS = 5 * 60_000

export const signInMethods = ['passphrase', 'passkey', 'link'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** One browser of an editor. Its secret is in the browser's cookie and here as a hash only, which is not part of this. */
export type Session = {
  id: string
  editorId: string
  method: SignInMethod
  /** What the browser calls itself. */
  client: string
  createdAt: string
  seenAt: string
  /** When its owner last proved to be there: by signing in, or by passphrase or passkey since. */
  confirmedAt: string
  /** What proved it beside a passphrase; null for nothing. */
  secondFactor: SecondFactor | null
}

/** Whether a session still counts: used within half an hour, and no older than twelve. */
export const isLiveSession = ({ createdAt, seenAt }: Pick<Session, 'createdAt' | 'seenAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(seenAt) < SESSION_IDLE_MS && now.getTime() - Date.parse(createdAt) < SESSION_MAX_MS

/** Whether the owner of a session proved to be there a moment ago. */
export const isConfirmed = ({ confirmedAt }: Pick<Session, 'confirmedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(confirmedAt) < CONFIRMATION_VALID_MS
