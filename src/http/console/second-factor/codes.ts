import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { confirmCodes } from '#actions/second-factors/confirm-codes.ts'
import { countCredentialAttempt } from '#actions/sessions/count-credential-attempt.ts'
import { proposeCodes } from '#actions/second-factors/propose-codes.ts'
import { removeCodes } from '#actions/second-factors/remove-codes.ts'
import { renewRecoveryCodes } from '#actions/second-factors/renew-recovery-codes.ts'
import type { Editor, Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { areCodesActive, codeAddress, CODE_SECRET_BYTES } from '#core/access/one-time-code.ts'
import { base32 } from '#core/base32.ts'
import type { Clock } from '#ports/clock.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { Store } from '#ports/store/store.ts'
import { findCodeStep } from '#queries/verify-code.ts'
import { getCurrentEditor, getCurrentSession } from '#http/auth/current-session.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { firstCodeFormSchema } from './input.ts'
import { recoveryCodesPage, setUpCodesPage } from './pages/codes.ts'

export type CodePorts = {
  store: Store
  clock: Clock
  run: RunAction
  /** Null where there is no key to seal secrets with. */
  secretBox: SecretBox | null
  /** The least role that must have a second factor; null for none. */
  secondFactorRole: Role | null
  houseName: string
}

export const startCodes =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const { secretBox, run } = ports
    if (secretBox === null)
      throw new Failure('wrong_state', 'One-time codes need a key to keep their secrets with: set SECRET_KEY.')
    const editor = getCurrentEditor(context)
    await run(proposeCodes, { editor, sealedSecret: secretBox.seal(randomBytes(CODE_SECRET_BYTES), editor.id) })
    return seeOther('/console/account/codes')
  }

/** The secret that waits for its first code; null for none. */
const proposedSecret = async ({ store, secretBox }: CodePorts, { id }: Editor): Promise<Uint8Array | null> => {
  const codes = await store.private.secondFactors.find(id)
  return codes === null || areCodesActive(codes) ? null : (secretBox?.open(codes.sealedSecret, id) ?? null)
}

const setUpRenderer = async (ports: CodePorts, context: Context) => {
  const editor = getCurrentEditor(context)
  const secret = await proposedSecret(ports, editor)
  if (secret === null) return null
  const address = codeAddress(secret, { issuer: ports.houseName, account: editor.email ?? editor.name })
  return (failure?: Failure) =>
    setUpCodesPage(ports, {
      editor,
      address,
      secret: base32(secret),
      ...(failure === undefined ? {} : { error: failure.message, errors: failure.details }),
    })
}

export const showCodes =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const show = await setUpRenderer(ports, context)
    return show === null ? seeOther('/console/account') : page(200, show())
  }

export const submitFirstCode =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, clock } = ports
    const { fields } = await readFormBody(context)
    const show = await setUpRenderer(ports, context)
    if (show === null)
      throw new Failure('wrong_state', 'No setup of one-time codes is in progress: start it at your account.')
    return redisplayForm(async () => {
      const { code: typed } = parseInput(firstCodeFormSchema, fields)
      const { editor, session } = getCurrentSession(context)
      await run(countCredentialAttempt, { credential: 'code', editorId: editor.id })
      const verify = { secondFactors: store.private.secondFactors, secretBox: ports.secretBox }
      const step = await findCodeStep(verify, { editorId: editor.id, typed, now: clock.now() })
      const codes = await run(confirmCodes, { editor, sessionId: session.id, step })
      return page(201, recoveryCodesPage(ports, { editor, codes }))
    }, show)
  }

export const submitRemoval =
  ({ run, secondFactorRole }: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    await run(removeCodes, { editor: getCurrentEditor(context), secondFactorRole })
    return seeOther('/console/account?done=codes-removed')
  }

export const submitRecoveryRenewal =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const editor = getCurrentEditor(context)
    return page(201, recoveryCodesPage(ports, { editor, codes: await ports.run(renewRecoveryCodes, { editor }) }))
  }
