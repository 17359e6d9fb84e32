import type { Context } from 'hono'
import { z } from 'zod'
import { addGap } from '#actions/editorial/gaps.ts'
import { type Gap, type GapSummary, severities } from '#core/editorial/gap.ts'
import { outputOf } from '#edited/edited-resource.ts'
import { editedGaps } from '#edited/gaps.ts'
import type { Route } from '#http/routing/route.ts'
import {
  authenticateEditor,
  editedResource,
  type EditingPorts,
  editorialRoute,
  readInput,
  readRoute,
  versionedJson,
} from './versioned-resource.ts'

const gap = z
  .strictObject({ id: z.string(), ...outputOf(editedGaps.fields), version: z.int() })
  .meta({ id: 'EditedGap' })

const gapResponse = z.strictObject({ success: z.literal(true), gap })

const gapListResponse = z.strictObject({
  success: z.literal(true),
  gaps: z.array(
    z.strictObject({ id: z.string(), title: z.string(), severity: z.enum(severities), paperCount: z.int() }),
  ),
})

const presentGap = (found: Gap & { version: number }): z.infer<typeof gap> => ({
  id: found.id,
  ...editedGaps.present(found),
  version: found.version,
})

const presentGaps = (found: readonly GapSummary[]): z.infer<typeof gapListResponse> => ({
  success: true,
  gaps: found.map(({ id, title, severity, papers }) => ({ id, title, severity, paperCount: papers })),
})

const add = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const { form, text } = await readInput(context, editedGaps.input)
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: addGap,
    input: { gap: form, actor },
    toAnswer: (added) => {
      const answer = versionedJson(201, { success: true, gap: presentGap(added) }, added.version)
      return { ...answer, headers: { ...answer.headers, Location: `/api/editorial/gaps/${added.id}` } }
    },
  })
}

export const gapRoutes = (ports: EditingPorts): Route[] => {
  const routes = editedResource(ports, editedGaps, {
    schema: gapResponse,
    present: presentGap,
    notFound: { 404: { description: 'No such gap.' } },
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/gaps',
      summary: 'All gaps, most severe first',
      description: 'All gaps.',
      schema: gapListResponse,
      read: async () => presentGaps(await ports.store.private.gaps.list(null)),
    }),
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/gaps',
      summary: 'Add a gap with the next free id',
      body: editedGaps.input,
      isIdempotent: true,
      responses: {
        201: { description: 'Added.', schema: gapResponse, headers: ['ETag'] },
      },
      handle: add(ports),
    },
    routes.show({ path: '/api/editorial/gaps/:id', summary: 'One gap with its papers; the ETag is its version' }),
    routes.replace({
      path: '/api/editorial/gaps/:id',
      summary: 'Replace a gap with a new version',
    }),
  ]
}
