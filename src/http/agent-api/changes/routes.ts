import type { Context } from 'hono'
import { validationFailure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { changesQuery } from './input.ts'
import { changesResponse, presentChanges } from './present.ts'

type Ports = { store: Store }

const listChanges =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { since, limit } = readQuery(context, changesQuery)
    const { changes } = store.public
    const found = await changes.after(since, limit)
    if (found.length === 0 && since > (await changes.last()))
      throw validationFailure([
        {
          path: 'since',
          message:
            'is a number that this corpus has not given out; it may have been restored from a backup: start again with 0',
        },
      ])
    return json(200, presentChanges(found, since))
  }

export const changeRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/changes',
    summary: 'What the public could see change, oldest first, by numbers that only rise',
    query: changesQuery,
    responses: {
      200: { description: 'Changes after the number; empty when there are none yet.', schema: changesResponse },
      400: { description: 'A parameter is unknown or out of range, or the number was never given out.' },
    },
    handle: listChanges(ports),
  },
]
