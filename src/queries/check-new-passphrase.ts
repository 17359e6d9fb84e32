import { commonForms } from '#core/access/common-passphrase.ts'
import { assertAcceptablePassphrase } from '#core/access/passphrase.ts'
import { validationFailure } from '#core/failure.ts'
import type { CommonPassphrases } from '#ports/common-passphrases.ts'

/** Throws `invalid` for a passphrase that must not be used: by its form, or because many people use it. */
export const checkNewPassphrase = async (common: CommonPassphrases, passphrase: string): Promise<void> => {
  assertAcceptablePassphrase(passphrase)
  if (!(await common.includesAny(commonForms(passphrase)))) return
  const message = 'is one that many people use, and that is guessed first; four or five words make a good one'
  throw validationFailure([{ path: 'passphrase', message }])
}
