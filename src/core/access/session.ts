import { type Editor, includesRole, type Role } from './editor.ts'

export const secondFactors = ['passkey', 'code', 'recovery'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** A correct code that has not been consumed yet: a step of one-time codes, or a recovery code. */
export type VerifiedCode = { factor: 'code'; step: number } | { factor: 'recovery'; hash: string }

/** The lowest role that must have a second factor, as it is set; null if it is not set. */
export type SecondFactorRole = Role | 'none' | null

/** When the second of the accounts that are in use was added; null for fewer. */
const secondAccountAt = (editors: readonly Editor[]): string | null =>
  editors
    .filter(({ removedAt }) => removedAt === null)
    .map(({ createdAt }) => createdAt)
    .toSorted()[1] ?? null

/**
 * Whether a role must have a second factor. Unless it is set, admins must as soon as there is a second account: then the
 * passphrase of one person is no longer all that the library hangs on.
 */
export const needsSecondFactor = (role: Role, setting: SecondFactorRole, editors: readonly Editor[]): boolean =>
  setting === null
    ? role === 'admin' && secondAccountAt(editors) !== null
    : setting !== 'none' && includesRole(role, setting)

/** Whether a session has to give a second factor. One that began before the second account was added may go on without. */
export const lacksSecondFactor = (
  { secondFactor, createdAt }: Pick<Session, 'secondFactor' | 'createdAt'>,
  { role, setting, editors }: { role: Role; setting: SecondFactorRole; editors: readonly Editor[] },
): boolean => {
  if (secondFactor !== null || !needsSecondFactor(role, setting, editors)) return false
  return setting !== null || createdAt >= (secondAccountAt(editors) ?? '')
}

export const SESSION_IDLE_MS = 30 * 60_000
export const SESSION_MAX_MS = 12 * 3_600_000
/** How long a confirmation of presence is valid for sensitive actions, for which an open session is not enough. */
export const CONFIRMATION_VALID_MS = 10 * 60_000

/** The time allowed between passphrase and code. */
export const PENDING_SIGN_IN_MS = 5 * 60_000

export const signInMethods = ['passphrase', 'passkey', 'link'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** A browser session of an editor. Its secret is in the cookie and stored only as a hash, which is not part of this type. */
export type Session = {
  id: string
  editorId: string
  method: SignInMethod
  /** The user agent. */
  client: string
  createdAt: string
  seenAt: string
  /** When presence was last confirmed, by signing in or by passphrase or passkey since. */
  confirmedAt: string
  /** Null if only a passphrase was used. */
  secondFactor: SecondFactor | null
}

/** Whether a session was used within 30 minutes and is younger than twelve hours. */
export const isLiveSession = ({ createdAt, seenAt }: Pick<Session, 'createdAt' | 'seenAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(seenAt) < SESSION_IDLE_MS && now.getTime() - Date.parse(createdAt) < SESSION_MAX_MS

export const isConfirmed = ({ confirmedAt }: Pick<Session, 'confirmedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(confirmedAt) < CONFIRMATION_VALID_MS
