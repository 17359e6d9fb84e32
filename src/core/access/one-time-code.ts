import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from '#core/base32.ts'

/** A code is good for so long, and has so many digits (RFC 6238). */
export const CODE_SECONDS = 30
export const CODE_DIGITS = 6
const STEP_MS = CODE_SECONDS * 1_000
/** Clocks of phones differ: the code before and the one after are taken, too. */
const STEPS_AROUND = [0, -1, 1]
/** As long as the hash (RFC 4226, section 4). */
export const CODE_SECRET_BYTES = 20

/** The code of one step (RFC 6238 with HMAC-SHA-1, which every app knows). */
const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** What somebody typed as a code, without the spaces that apps show in it; null for what can be none. */
export const parseOneTimeCode = (typed: string): string | null => {
  const code = typed.replaceAll(/\s/gu, '')
  return /^\d{6}$/u.test(code) ? code : null
}

/** The step whose code this is, near an instant; null when it is none. A step is to be taken once. */
export const matchingStep = (secret: Uint8Array, code: string, now: Date): number | null => {
  const current = Math.floor(now.getTime() / STEP_MS)
  const steps = STEPS_AROUND.map((offset) => current + offset)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) ?? null
}

/** The code of an instant, as the app of its owner shows it. */
export const oneTimeCode = (secret: Uint8Array, now: Date): string =>
  codeAt(secret, Math.floor(now.getTime() / STEP_MS))

/** The address that apps read from a picture: the secret, and under which names to show its codes. */
export const codeAddress = (secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

/** One-time codes of an editor. */
export type OneTimeCodes = {
  editorId: string
  /** The secret, sealed with a key that is kept apart from the database. */
  sealedSecret: string
  createdAt: string
  /** Null until the first code was given: until then no sign-in asks for one. */
  confirmedAt: string | null
  /** How many recovery codes are left. */
  recoveryCodes: number
}

export type ActiveCodes = OneTimeCodes & { confirmedAt: string }

/** Whether a sign-in asks for a code; until the first was given, none does. */
export const areCodesActive = (codes: OneTimeCodes | null): codes is ActiveCodes =>
  codes !== null && codes.confirmedAt !== null
