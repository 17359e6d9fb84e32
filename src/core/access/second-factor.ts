import { includesRole, type Role } from './editor.ts'
import type { Session } from './session.ts'

/** What proves, beside a passphrase, who somebody is. */
export const secondFactors = ['passkey', 'code', 'recovery'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** A code that is right, and is still to be taken: a step of one-time codes, or a recovery code. */
export type VerifiedCode = { factor: 'code'; step: number } | { factor: 'recovery'; hash: string }

/** Whether a role must have a second factor. @param least the least role that must; null for none */
export const needsSecondFactor = (role: Role, least: Role | null): boolean =>
  least !== null && includesRole(role, least)

/** Whether a session proves too little for the role of its editor. */
export const lacksSecondFactor = (
  { secondFactor }: Pick<Session, 'secondFactor'>,
  role: Role,
  least: Role | null,
): boolean => secondFactor === null && needsSecondFactor(role, least)
