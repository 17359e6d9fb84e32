import type { Context } from 'hono'
import { addGap } from '#actions/editorial/add-gap.ts'
import { editGap } from '#actions/editorial/edit-gap.ts'
import { Failure } from '#core/failure.ts'
import { gapSchema } from '#schemas/editorial-schemas.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versionedJson } from '#http/editorial-api/version-tag.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  commonFailures,
  notModified,
  idempotencyFailures,
  versionFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { gapResponse, gapListResponse, presentGap, presentGaps } from './present.ts'

const gapReply = async ({ store }: EditingPorts, id: string): Promise<Reply> => {
  const gap = await store.private.gaps.find(id)
  if (gap === null) throw new Failure('not_found', `There is no gap ${id}.`)
  return versionedJson(200, { success: true, gap: presentGap(gap) }, gap.version)
}

const list = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return json(200, presentGaps(await ports.store.private.gaps.list(null)))
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return gapReply(ports, pathId(context))
}

const add = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const { form: gap, text } = await readInput(context, gapSchema)
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: addGap,
    input: { gap, actor },
    toAnswer: (added) => {
      const answer = versionedJson(201, { success: true, gap: presentGap(added) }, added.version)
      return { ...answer, headers: { ...answer.headers, Location: `/api/editorial/gaps/${added.id}` } }
    },
  })
}

const edit = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { form } = await readInput(context, gapSchema)
  const id = pathId(context)
  await ports.run(editGap, { gap: { id, ...form }, version, actor })
  return gapReply(ports, id)
}

const notFound = { 404: { description: 'No such gap.' } }

export const gapRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/gaps',
    summary: 'All gaps, gravest first',
    responses: { 200: { description: 'All gaps.', schema: gapListResponse }, ...commonFailures },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/gaps',
    summary: 'Make a gap under the next free id',
    body: gapSchema,
    responses: { 201: { description: 'Made.', schema: gapResponse }, ...bodyFailures, ...idempotencyFailures },
    handle: add(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/gaps/:id',
    summary: 'One gap with its papers; the ETag is its version',
    responses: {
      200: { description: 'The gap.', schema: gapResponse },
      ...notModified,
      ...commonFailures,
      ...notFound,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/gaps/:id',
    summary: 'Put another version of a gap in place of the last',
    body: gapSchema,
    responses: {
      200: { description: 'The gap as it stands now.', schema: gapResponse },
      ...bodyFailures,
      ...notFound,
      ...versionFailures,
    },
    handle: edit(ports),
  },
]
