import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from '#core/base32.ts'
import { hashSecret } from './api-key.ts'

/** The time step and the length of codes (RFC 6238). */
export const CODE_SECONDS = 30
export const CODE_DIGITS = 6
const STEP_MS = CODE_SECONDS * 1_000
/** The previous and next codes are accepted too, since clocks differ. */
const STEPS_AROUND = [0, -1, 1]
/** As long as the hash (RFC 4226, section 4). */
export const CODE_SECRET_BYTES = 20

/** The code of one step (RFC 6238 with HMAC-SHA-1, which every app supports). */
const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** Removes the spaces that apps display; null if it is not a code. */
export const parseOneTimeCode = (typed: string): string | null => {
  const code = typed.replaceAll(/\s/gu, '')
  return /^\d{6}$/u.test(code) ? code : null
}

/** The step that a code belongs to, near an instant; null if none. The caller must accept each step only once. */
export const matchingStep = (secret: Uint8Array, code: string, now: Date): number | null => {
  const current = Math.floor(now.getTime() / STEP_MS)
  const steps = STEPS_AROUND.map((offset) => current + offset)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) ?? null
}

export const oneTimeCode = (secret: Uint8Array, now: Date): string =>
  codeAt(secret, Math.floor(now.getTime() / STEP_MS))

/** The address for the QR code. */
export const codeAddress = (secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

/** One-time codes of an editor. */
export type OneTimeCodes = {
  editorId: string
  /** The secret, encrypted with a key that is stored outside the database. */
  sealedSecret: string
  createdAt: string
  /** Null until a first code was entered; until then none is required to sign in. */
  confirmedAt: string | null
  /** The number of unused recovery codes. */
  recoveryCodes: number
}

export type ActiveCodes = OneTimeCodes & { confirmedAt: string }

export const areCodesActive = (codes: OneTimeCodes | null): codes is ActiveCodes =>
  codes !== null && codes.confirmedAt !== null

export const RECOVERY_CODES = 10
const LENGTH = 16

/** Characters that are easily confused in handwriting are equal. */
const fold = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/gu, '').replaceAll('o', '0').replaceAll(/[il]/gu, '1')

/** A code to write down, in groups of four, with about 78 bits. @param secret 32 random characters of 0-9, A-Z, a-z */
export const formatRecoveryCode = (secret: string): string =>
  (fold(secret).slice(0, LENGTH).match(/.{4}/gu) ?? []).join('-')

/** The stored form of a typed code; null if it is not a code. */
export const hashRecoveryCode = (editorId: string, typed: string): string | null => {
  const code = fold(typed)
  return /^[0-9a-z]{16}$/u.test(code) ? hashSecret(`${editorId}:${code}`) : null
}
