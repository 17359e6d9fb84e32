import type { Context } from 'hono'
import { z } from 'zod'
import { addGap, changeGapState } from '#actions/editorial/gaps.ts'
import { type GapHistory, type GapSummary, gapStates, severities } from '#core/editorial/gap.ts'
import { outputOf } from '#edited/edited-resource.ts'
import { editedGaps, gapStateInput, type StoredGap } from '#edited/gaps.ts'
import { pathId } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { presentedFailingMarks } from '#schemas/present-evidence.ts'
import { presentedHistory, presentHistory } from '#schemas/present-record.ts'
import { failingMarksOf } from './failing-marks.ts'
import {
  authenticateEditor,
  editedResource,
  type EditingPorts,
  editorialRoute,
  readInput,
  readRoute,
  versionedJson,
  versionedResource,
} from './versioned-resource.ts'

const gap = z
  .strictObject({ id: z.string(), ...outputOf(editedGaps.fields), version: z.int() })
  .meta({ id: 'EditedGap' })

const gapResponse = z.strictObject({
  success: z.literal(true),
  gap,
  evidence: presentedFailingMarks.optional(),
})

const gapListResponse = z.strictObject({
  success: z.literal(true),
  gaps: z.array(
    z.strictObject({ id: z.string(), title: z.string(), severity: z.enum(severities), paperCount: z.int() }),
  ),
})

const presentGap = (found: StoredGap): z.infer<typeof gap> => ({
  id: found.id,
  ...editedGaps.present(found),
  version: found.version,
})

const historyResponse = z.strictObject({
  success: z.literal(true),
  gap: z.strictObject({ id: z.string(), state: z.enum(gapStates), version: z.int() }),
  history: presentedHistory,
})

const presentGaps = (found: readonly GapSummary[]): z.infer<typeof gapListResponse> => ({
  success: true,
  gaps: found.map(({ id, title, severity, papers }) => ({ id, title, severity, paperCount: papers })),
})

const add = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const { form, text } = await readInput(context, editedGaps.input)
  const beside = await failingMarksOf(ports, [form.explanation])
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: addGap,
    input: { gap: form, actor },
    toAnswer: (added) => {
      const answer = versionedJson(201, { success: true, gap: presentGap(added) }, { version: added.version, beside })
      return { ...answer, headers: { ...answer.headers, Location: `/api/editorial/gaps/${added.id}` } }
    },
  })
}

export const gapRoutes = (ports: EditingPorts): Route[] => {
  const notFound = { 404: { description: 'No such gap.' } }
  const routes = editedResource(ports, editedGaps, {
    schema: gapResponse,
    present: presentGap,
    notFound,
    markedTexts: ({ explanation }) => [explanation],
  })
  const life = versionedResource<{ gap: StoredGap; history: GapHistory }>(ports, {
    noun: 'history of the gap',
    schema: historyResponse,
    notFound,
    get: async (context) => {
      const { private: read } = ports.store
      const found = await editedGaps.get(read, pathId(context))
      return { gap: found, history: (await read.gaps.history(found.id)) ?? [] }
    },
    versionOf: ({ gap: { version } }) => version,
    present: ({ gap: { id, state, version }, history }) => ({
      success: true,
      gap: { id, state, version },
      history: presentHistory(history),
    }),
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
    life.show({
      path: '/api/editorial/gaps/:id/history',
      summary: 'The state and history of a gap; the ETag is its version',
    }),
    life.edit({
      method: 'post',
      path: '/api/editorial/gaps/:id/history',
      summary: 'Narrow, close or reopen a gap: an entry of its history with a reason and the papers that did it',
      input: gapStateInput,
      failures: {
        409: { description: 'The gap is in this state already, or it is closed and has to be reopened first.' },
      },
      edit: (context, { input, version, actor }) =>
        ports.run(changeGapState, { id: pathId(context), words: input, version, actor }),
    }),
  ]
}
