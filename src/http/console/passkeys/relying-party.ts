import { relyingPartyId } from '#http/console/relying-party-id.ts'
import type { CookiePorts } from '#http/auth/session-cookie.ts'
import type { FindCurrentSession } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import type { ClientNetworks } from '#core/quota.ts'
import type { ReportFailedSignIn } from '#http/auth/failed-sign-in.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Role } from '#core/access/editor.ts'
import type { RelyingParty } from '#core/access/passkey.ts'
import type { Store } from '#ports/store/store.ts'
import type { WebAuthn } from '#ports/web-authn.ts'

export type PasskeyRoutePorts = CookiePorts & {
  store: Store
  run: RunAction
  webAuthn: WebAuthn
  houseName: string
  clientNetworks: (context: Context) => ClientNetworks
  reportFailure: ReportFailedSignIn
  currentSession: FindCurrentSession
  secret: Buffer
  secondFactorRole: Role | null
}

export const relyingPartyOf = ({
  publicUrl,
  houseName,
}: Pick<PasskeyRoutePorts, 'publicUrl' | 'houseName'>): RelyingParty => {
  const host = relyingPartyId(publicUrl())
  if (host === null)
    throw new Failure(
      'wrong_state',
      'Passkeys need a host name, but this service runs at a bare address: set PUBLIC_URL.',
    )
  return { origin: new URL(publicUrl()).origin, host, name: houseName }
}
