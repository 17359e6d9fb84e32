import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { recordKinds } from '#core/records/public-record.ts'
import type { Store } from '#ports/store/store.ts'
import { findPublicRecord } from '#queries/records/find-public-record.ts'
import { presentedRecord, presentRecord } from '#schemas/records/present-record.ts'
import { pathId } from '#http/input/path-id.ts'
import { noParameters, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'

type Ports = { store: Store }

const showRecord =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const asked = context.req.param('kind')
    const kind = recordKinds.find((known) => known === asked)
    if (kind === undefined) throw new Failure('not_found', `Records are of the kinds ${recordKinds.join(', ')}.`)
    const id = pathId(context)
    const found = await findPublicRecord(store.public, kind, id)
    if (found === null) throw new Failure('not_found', `There is no public record ${kind}/${id}.`)
    return json(200, presentRecord(found))
  }

/** What copies of the library read again after a change: the same as a line of a dump. */
export const recordRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/records/:kind/:id',
    summary: 'One record of the library as dumps have it, for copies',
    query: noParameters,
    responses: {
      200: { description: 'The record.', schema: presentedRecord },
      400: { description: 'A parameter is unknown.' },
      404: { description: 'No such kind, no such record, or it is no longer public.' },
    },
    handle: showRecord(ports),
  },
]
