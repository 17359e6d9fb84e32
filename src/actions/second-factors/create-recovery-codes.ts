import type { ActionContext } from '#actions/run-action.ts'
import { formatRecoveryCode, hashRecoveryCode, RECOVERY_CODES } from '#core/access/recovery-code.ts'

/** New recovery codes, which are in the result and nowhere else: their hashes are stored. */
export const createRecoveryCodes = async (tx: ActionContext, editorId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(tx.ids.secret()))
  const hashes = codes.map((code) => hashRecoveryCode(editorId, code)).filter((hash) => hash !== null)
  await tx.secondFactors.saveRecoveryCodes(editorId, hashes)
  return codes
}
