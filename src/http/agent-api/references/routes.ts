import type { Context } from 'hono'
import { referenceAttempts, type ClientNetworks, referencePolicy } from '#core/quota.ts'
import type { Store } from '#ports/store/store.ts'
import { checkReferences } from '#queries/check-references.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { REFERENCES_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { referencesBody } from './input.ts'
import { presentReferences, referencesResponse } from './present.ts'

type Ports = {
  store: Store
  limitAttempts: LimitAttempts
  clientNetworks: (context: Context) => ClientNetworks
}

const check =
  ({ store, limitAttempts, clientNetworks }: Ports) =>
  (context: Context): Promise<Reply> =>
    limitAttempts({ counted: referenceAttempts(clientNetworks(context)), countsSuccess: true }, async () => {
      const { value } = await readJsonBody(context, REFERENCES_BODY_BYTES)
      const { references } = parseInput(referencesBody, value)
      return json(200, presentReferences(await checkReferences(store.public.references, references)))
    })

export const referenceCheckRoutes = (ports: Ports): Route[] => [
  {
    method: 'post',
    access: 'public',
    caching: 'none',
    allowCors: true,
    path: '/api/v1/references/check',
    summary: 'Check which papers of the library some references mean',
    body: referencesBody,
    bodyExample: {
      references: ['10.48550/arXiv.2503.14499', 'Kwa et al. Measuring AI Ability to Complete Long Tasks. 2025'],
    },
    responses: {
      200: { description: 'A result for each reference, in their order.', schema: referencesResponse },
      400: { description: 'The body is malformed or invalid; errors names each.' },
      413: tooLargeResponse(REFERENCES_BODY_BYTES),
      415: { description: 'The body is not plain JSON.' },
      429: { description: `${referencePolicy.limit} checks came from this address in an hour.` },
    },
    handle: check(ports),
  },
]
