import type { ActionContext } from '#actions/run-action.ts'
import type { VerifiedCode } from '#core/access/second-factor.ts'

/** Takes a code that was verified, once and for all; false when somebody else was faster. */
export const takeCode = (tx: ActionContext, editorId: string, code: VerifiedCode): Promise<boolean> =>
  code.factor === 'recovery'
    ? tx.secondFactors.takeRecoveryCode(editorId, code.hash)
    : tx.secondFactors.takeStep(editorId, code.step)
