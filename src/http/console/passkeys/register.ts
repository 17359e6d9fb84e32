import { getCurrentEditor, getCurrentSession } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { addPasskey } from '#actions/passkeys/add-passkey.ts'
import { createRegistrationChallenge } from '#actions/passkeys/create-registration-challenge.ts'
import { consumeChallenge } from '#actions/passkeys/consume-challenge.ts'
import { removePasskey } from '#actions/passkeys/remove-passkey.ts'
import { creationOptions, passkeyLabel } from '#core/access/passkey.ts'
import { json, type Reply, seeOther } from '#http/routing/reply.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { PASSKEY_BODY_BYTES } from '#http/input/body-limits.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { registrationSchema } from './input.ts'
import { relyingPartyOf, type PasskeyRoutePorts } from './relying-party.ts'

export const startRegistration =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const site = relyingPartyOf(ports)
    const editor = getCurrentEditor(context)
    const known = await ports.store.private.passkeys.listByEditor(editor.id)
    const challenge = await ports.run(createRegistrationChallenge, { editorId: editor.id })
    return json(200, { publicKey: creationOptions(site, editor, { challenge, known }) })
  }

export const finishRegistration =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { label: typed, answer } = parseInput(registrationSchema, value)
    const site = relyingPartyOf(ports)
    const label = passkeyLabel(typed)
    const { editor, session } = getCurrentSession(context)
    const { clientDataJSON } = answer.response
    const challenge = await ports.run(consumeChallenge, { clientDataJSON, editorId: editor.id })
    const passkey = challenge === null ? null : await ports.webAuthn.verifyRegistration(answer, { site, challenge })
    await ports.run(addPasskey, { editor, sessionId: session.id, label, passkey })
    return json(201, { success: true, location: '/console/account?done=passkey' })
  }

export const removeOwnPasskey =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    await ports.run(removePasskey, {
      id: fields.id ?? '',
      editor: getCurrentEditor(context),
      secondFactorRole: ports.secondFactorRole,
    })
    return seeOther('/console/account?done=passkey-removed')
  }
