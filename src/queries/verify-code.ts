import { matchingStep, parseOneTimeCode } from '#core/access/one-time-code.ts'
import { hashRecoveryCode } from '#core/access/recovery-code.ts'
import type { VerifiedCode } from '#core/access/second-factor.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { SecondFactorReader } from '#ports/store/accounts/second-factors.ts'

type Ports = { secondFactors: SecondFactorReader; secretBox: SecretBox | null }

/** The step whose code was typed; null for a wrong one, and where the secret cannot be opened. */
export const findCodeStep = async (
  { secondFactors, secretBox }: Ports,
  { editorId, typed, now }: { editorId: string; typed: string; now: Date },
): Promise<number | null> => {
  const codes = await secondFactors.find(editorId)
  const code = parseOneTimeCode(typed)
  const secret = codes === null ? null : (secretBox?.open(codes.sealedSecret, editorId) ?? null)
  return code === null || secret === null ? null : matchingStep(secret, code, now)
}

/** What was typed as a code, if it can be one; whether it was used before shows when it is taken. */
export const verifyCode = async (
  ports: Ports,
  given: { editorId: string; typed: string; now: Date },
): Promise<VerifiedCode | null> => {
  const hash = hashRecoveryCode(given.editorId, given.typed)
  if (hash !== null) return { factor: 'recovery', hash }
  const step = await findCodeStep(ports, given)
  return step === null ? null : { factor: 'code', step }
}
