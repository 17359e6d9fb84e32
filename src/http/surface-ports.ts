import { conceptTrends } from '#queries/concept-trends.ts'
import { presentPaper } from './corpus-api/papers/present.ts'
import { findCurrentSession } from './auth/current-session.ts'
import { reportFailedSignIn } from './auth/failed-sign-in.ts'
import { requireKey } from './auth/require-key.ts'
import { clientAddressReader, clientHasher, clientNetwork, proxyMatcher } from './auth/client-address.ts'
import { signedCursors } from './paging/signed-cursors.ts'
import { limitAttempts } from './input/attempt-limit.ts'
import { idempotentRequests } from './input/idempotent-request.ts'
import { paginationHeaders } from './paging/pagination-headers.ts'
import { matchTotals } from './paging/match-totals.ts'
import type { ServerPorts } from './server-ports.ts'

/** What routes may ask for: the ports of the server and what is made of them once for all surfaces. */
export const createSurfacePorts = (ports: ServerPorts) => {
  const { store, log, publicUrl, secret } = ports
  const cursors = signedCursors(secret)
  const isTrustedProxy = proxyMatcher(ports.trustedProxies)
  const clientNetworks = clientHasher(secret, isTrustedProxy)
  const clientOf = clientNetwork(isTrustedProxy)
  const signIns = {
    ...ports,
    clientNetworks,
    clientAddress: clientAddressReader(isTrustedProxy),
  }
  const totals = matchTotals({ papers: store.public.papers, revisionNow: () => store.currentRevision(), log })
  return {
    ...ports,
    clientOf,
    presentPaper,
    totals,
    conceptTrends: conceptTrends(store),
    cursors,
    clientNetworks,
    reportFailure: reportFailedSignIn(signIns),
    requireKey: requireKey(ports),
    runIdempotent: idempotentRequests(ports.run),
    limitAttempts: limitAttempts({ ...ports, quota: store.private.quota }),
    pageHeaders: paginationHeaders(publicUrl),
    currentSession: findCurrentSession(ports),
  }
}

export type SurfacePorts = ReturnType<typeof createSurfacePorts>
