import { safeRedirectPath } from '#http/console/safe-redirect-path.ts'
import type { Context } from 'hono'
import { createAuthenticationChallenge } from '#actions/passkeys/create-authentication-challenge.ts'
import { signInWithPasskey } from '#actions/passkeys/sign-in-with-passkey.ts'
import { requestOptions } from '#core/access/passkey.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { parseInput } from '#schemas/validate.ts'
import { PASSKEY_BODY_BYTES } from '#http/input/body-limits.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { signedInCookies } from '#http/console/signed-in-cookies.ts'
import { authenticationSchema } from './input.ts'
import { relyingPartyOf, type PasskeyRoutePorts } from './relying-party.ts'
import { verifiedUse } from './verified-use.ts'

export const startAuthentication =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const site = relyingPartyOf(ports)
    const challenge = await ports.run(createAuthenticationChallenge, { client: ports.clientNetworks(context) })
    return json(200, { publicKey: requestOptions(site, challenge) })
  }

export const finishAuthentication =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer, next } = parseInput(authenticationSchema, value)
    const session = await ports.reportFailure(context, { email: null, method: 'passkey' }, async () => {
      const used = await verifiedUse(ports, answer, null)
      return ports.run(signInWithPasskey, { used, browser: await clientBrowser(ports, context) })
    })
    const signedIn = json(200, { success: true, location: safeRedirectPath(next) })
    return { ...signedIn, cookies: signedInCookies(ports, context, session) }
  }
