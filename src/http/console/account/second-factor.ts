import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import { confirmCodes, proposeCodes, removeCodes, renewRecoveryCodes } from '#actions/second-factors.ts'
import { countCredentialAttempt } from '#actions/sign-in.ts'
import type { Editor } from '#core/access/editor.ts'
import { areCodesActive, CODE_SECRET_BYTES, codeAddress } from '#core/access/one-time-code.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import { base32 } from '#core/base32.ts'
import { Failure } from '#core/failure.ts'
import { hasSecondFactor, mustGiveSecondFactor } from '#http/auth/authorize.ts'
import { getCurrentEditor, getCurrentSession } from '#http/auth/current-session.ts'
import { recoveryCodesPage, secondFactorPage, setUpCodesPage } from '#http/console/account/pages/second-factor.ts'
import {
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
  reviewerRoute,
} from '#http/console/console-route.ts'
import { relyingPartyId } from '#http/console/sign-in/browser.ts'
import { readFormBody } from '#http/input/body.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { SecretBox } from '#ports/credentials.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { findCodeStep } from '#queries/credentials.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LiveSite } from '#ports/site.ts'

const MAX_INPUT_LENGTH = 1_000

const firstCodeFormSchema = z.object({ code: z.string().max(MAX_INPUT_LENGTH) })

type CodePorts = {
  store: Store
  clock: Clock
  run: RunAction
  /** Null without a key to encrypt secrets with. */
  secretBox: SecretBox | null
  secondFactorRole: SecondFactorRole
  site: LiveSite
}

const startCodes =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const { secretBox, run } = ports
    if (secretBox === null)
      throw new Failure('wrong_state', 'One-time codes need a key to encrypt their secrets: set SECRET_KEY.')
    const editor = getCurrentEditor(context)
    await run(proposeCodes, { editor, sealedSecret: secretBox.seal(randomBytes(CODE_SECRET_BYTES), editor.id) })
    return seeOther('/console/account/codes')
  }

/** The new secret, until its first code is entered; null for none. */
const proposedSecret = async ({ store, secretBox }: CodePorts, { id }: Editor): Promise<Uint8Array | null> => {
  const codes = await store.private.secondFactors.find(id)
  return codes === null || areCodesActive(codes) ? null : (secretBox?.open(codes.sealedSecret, id) ?? null)
}

const setUpRenderer = async (ports: CodePorts, context: Context) => {
  const editor = getCurrentEditor(context)
  const secret = await proposedSecret(ports, editor)
  if (secret === null) return null
  const address = codeAddress(secret, { issuer: ports.site.current().name, account: editor.email ?? editor.name })
  return (failure?: Failure) =>
    setUpCodesPage(ports, {
      editor,
      address,
      secret: base32(secret),
      ...(failure === undefined ? {} : { error: failure.message, errors: failure.details }),
    })
}

const showCodes =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const show = await setUpRenderer(ports, context)
    return show === null ? seeOther('/console/account') : page(200, show())
  }

const submitFirstCode =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, clock } = ports
    const { fields } = await readFormBody(context)
    const show = await setUpRenderer(ports, context)
    if (show === null)
      throw new Failure('wrong_state', 'You are not setting up one-time codes: start from your account page.')
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

const submitRemoval =
  ({ run, secondFactorRole }: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    await run(removeCodes, { editor: getCurrentEditor(context), secondFactorRole })
    return seeOther('/console/account?done=codes-removed')
  }

const submitRecoveryRenewal =
  (ports: CodePorts) =>
  async (context: Context): Promise<Reply> => {
    const editor = getCurrentEditor(context)
    return page(201, recoveryCodesPage(ports, { editor, codes: await ports.run(renewRecoveryCodes, { editor }) }))
  }

export type SecondFactorPorts = CodePorts & { publicUrl: () => string }

const showSecondFactor =
  (ports: SecondFactorPorts) =>
  async (context: Context): Promise<Reply> => {
    const { editor, session } = getCurrentSession(context)
    if (!(await mustGiveSecondFactor(ports, { editor, session }))) return seeOther('/console/account')
    const hasFactor = await hasSecondFactor(ports.store, editor.id)
    const offersPasskeys = relyingPartyId(ports.publicUrl()) !== null
    return page(
      200,
      secondFactorPage(ports, { editor, hasFactor, offersPasskeys, offersCodes: ports.secretBox !== null }),
    )
  }

const setUpRoute = { ...reviewerRoute, beforeSecondFactor: 'to set one up' } as const

export const secondFactorRoutes = (ports: SecondFactorPorts): Route[] => [
  {
    ...reviewerRoute,
    beforeSecondFactor: 'always',
    method: 'get',
    path: '/console/second-factor',
    summary: 'How to set up or use the second factor that a role requires',
    responses: pageResponse,
    handle: showSecondFactor(ports),
  },
  {
    ...setUpRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/codes/start',
    summary: 'Creates a new secret for one-time codes',
    responses: redirectResponse,
    handle: startCodes(ports),
  },
  {
    ...setUpRoute,
    method: 'get',
    path: '/console/account/codes',
    summary: 'The new secret, as a QR code and as text; redirects to the account if there is none',
    responses: pageResponse,
    handle: showCodes(ports),
  },
  {
    ...setUpRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/codes',
    summary: 'Turns one-time codes on with the first code, and shows recovery codes once',
    responses: { 201: htmlResponse('The recovery codes.'), 400: htmlResponse('The code is wrong.') },
    handle: submitFirstCode(ports),
  },
  {
    ...reviewerRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/codes/remove',
    summary: 'Removes the editor’s one-time codes and recovery codes',
    responses: redirectResponse,
    handle: submitRemoval(ports),
  },
  {
    ...reviewerRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/recovery-codes',
    summary: 'Creates new recovery codes and shows them once',
    responses: { 201: htmlResponse('The recovery codes.') },
    handle: submitRecoveryRenewal(ports),
  },
]
