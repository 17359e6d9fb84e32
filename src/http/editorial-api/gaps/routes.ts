import type { Context } from 'hono'
import { addGap } from '#actions/editorial/add-gap.ts'
import { editGap } from '#actions/editorial/edit-gap.ts'
import { Failure } from '#core/failure.ts'
import { gapSchema } from '#schemas/editorial-schemas.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { versionedJson } from '#http/editorial-api/version-tag.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  idempotencyFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { readRoute, versionedResource } from '#http/editorial-api/versioned-resource.ts'
import { gapResponse, gapListResponse, presentGap, presentGaps } from './present.ts'

const getGap = async ({ store }: EditingPorts, id: string) => {
  const gap = await store.private.gaps.find(id)
  if (gap === null) throw new Failure('not_found', `There is no gap ${id}.`)
  return gap
}

const add = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
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

export const gapRoutes = (ports: EditingPorts): Route[] => {
  const gap = versionedResource(ports, {
    noun: 'gap',
    schema: gapResponse,
    notFound: { 404: { description: 'No such gap.' } },
    get: (context) => getGap(ports, pathId(context)),
    versionOf: ({ version }) => version,
    present: (found) => ({ success: true, gap: presentGap(found) }),
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/gaps',
      summary: 'All gaps, gravest first',
      description: 'All gaps.',
      schema: gapListResponse,
      read: async () => presentGaps(await ports.store.private.gaps.list(null)),
    }),
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/gaps',
      summary: 'Make a gap under the next free id',
      body: gapSchema,
      responses: {
        201: { description: 'Made.', schema: gapResponse, headers: ['ETag'] },
        ...bodyFailures,
        ...idempotencyFailures,
      },
      handle: add(ports),
    },
    gap.show({ path: '/api/editorial/gaps/:id', summary: 'One gap with its papers; the ETag is its version' }),
    gap.edit({
      method: 'put',
      path: '/api/editorial/gaps/:id',
      summary: 'Put another version of a gap in place of the last',
      input: gapSchema,
      edit: (context, { input, version, actor }) =>
        ports.run(editGap, { gap: { id: pathId(context), ...input }, version, actor }),
    }),
  ]
}
