import { hashSecret } from './key-format.ts'

export const RECOVERY_CODES = 10
const LENGTH = 16

/** What is easily mistaken for something else in handwriting is the same to us. */
const fold = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/gu, '').replaceAll('o', '0').replaceAll(/[il]/gu, '1')

/** A code to be written down, in groups of four: some 78 bits. @param secret 32 random characters of 0-9, A-Z, a-z */
export const formatRecoveryCode = (secret: string): string =>
  (fold(secret).slice(0, LENGTH).match(/.{4}/gu) ?? []).join('-')

/** The form that is stored of a code, however it was typed; null for what can be none. */
export const hashRecoveryCode = (editorId: string, typed: string): string | null => {
  const code = fold(typed)
  return /^[0-9a-z]{16}$/u.test(code) ? hashSecret(`${editorId}:${code}`) : null
}
