import { bearsToken } from '#core/access/bearer-token.ts'
import { type Reply, TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Exposition } from '#ports/metrics.ts'

/** What /metrics needs at the public address: whoever has the token may read it. */
export type PublicMetrics = { exposition: Exposition; token: string }

/** Without a token the path does not exist here. It is no part of the APIs: its metrics change with the program. */
export const metricsRoutes = (metrics: PublicMetrics | null): Route[] =>
  metrics === null
    ? []
    : [
        {
          method: 'get',
          path: '/metrics',
          access: 'public',
          caching: 'none',
          allowCors: false,
          summary: 'The metrics of the service, for Prometheus',
          responses: {
            200: { description: 'The metrics.', type: metrics.exposition.type },
            401: { description: 'The bearer token is missing or wrong.', type: TEXT_TYPE },
          },
          handle: async (context): Promise<Reply> =>
            bearsToken(context.req.header('authorization'), metrics.token)
              ? { status: 200, body: await metrics.exposition.read(), type: metrics.exposition.type, headers: {} }
              : {
                  status: 401,
                  body: 'Send METRICS_TOKEN as a bearer token.\n',
                  type: TEXT_TYPE,
                  headers: { 'WWW-Authenticate': 'Bearer' },
                },
        },
      ]
