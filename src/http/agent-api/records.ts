import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { recordKinds } from '#core/public-record.ts'
import type { Store } from '#ports/store/store.ts'
import { findPublicRecord, withEvidenceMarks } from '#queries/records.ts'
import { presentedRecord, presentRecord } from '#schemas/present-record.ts'
import { pathId, noParameters, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { agentRoute } from './fields.ts'

type Ports = { store: Store }

const showRecord =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const kind = recordKinds.find((known) => known === context.req.param('kind'))
    if (kind === undefined) throw new Failure('not_found', `The kinds of records are ${recordKinds.join(', ')}.`)
    const id = pathId(context)
    const found = await findPublicRecord(withEvidenceMarks(store.public), kind, id)
    if (found === null) throw new Failure('not_found', `There is no public record ${kind}/${id}.`)
    return json(200, presentRecord(found))
  }

/** What a mirror of the library fetches again after a change: the same as a line of a dump. */
export const recordRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/records/:kind/:id',
    summary: 'One record of the library in the form of the dumps, for mirrors',
    query: noParameters,
    responses: {
      200: { description: 'The record.', schema: presentedRecord },
      404: { description: 'No such kind, no such record, or it is no longer public.' },
    },
    handle: showRecord(ports),
  },
]
