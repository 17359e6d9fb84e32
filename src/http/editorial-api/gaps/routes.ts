import type { Context } from 'hono'
import { addGapWithin, editGap } from '#actions/save-gap.ts'
import { Failure } from '#core/failure.ts'
import { gapSchema } from '#schemas/editorial-schemas.ts'
import { json, type Answer } from '#http/routing/reply.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versioned } from '#http/editorial-api/version-tag.ts'
import {
  bodyRefusals,
  editing,
  editorBy,
  postOnce,
  readForm,
  refusals,
  unchanged,
  retryRefusals,
  versionRefusals,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { gapAnswer, gapsAnswer, presentGap, presentGaps } from './present.ts'

const answerWith = async ({ store }: EditingPorts, id: string): Promise<Answer> => {
  const gap = await store.read.gaps.find(id)
  if (gap === null) throw new Failure('not_found', `There is no gap ${id}.`)
  return versioned(200, { success: true, gap: presentGap(gap) }, gap.version)
}

const list = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return json(200, presentGaps(await ports.store.read.gaps.list(null)))
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return answerWith(ports, idOf(context))
}

const add = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const { form: gap, text } = await readForm(context, gapSchema)
  return postOnce(
    ports,
    { context, actor, text },
    async (tx, at) => {
      const { id } = await addGapWithin(tx, { gap, actor, at })
      const stored = await tx.gaps.find(id)
      if (stored === null) throw new Error(`the gap ${id} was not stored`)
      return stored
    },
    (stored) => {
      const made = versioned(201, { success: true, gap: presentGap(stored) }, stored.version)
      return { ...made, headers: { ...made.headers, Location: `/api/editorial/gaps/${stored.id}` } }
    },
  )
}

const edit = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { form } = await readForm(context, gapSchema)
  const id = idOf(context)
  await editGap(ports, { gap: { id, ...form }, version, actor })
  return answerWith(ports, id)
}

const unknown = { 404: { description: 'No such gap.' } }

export const gapRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/gaps',
    summary: 'All gaps, gravest first',
    answers: { 200: { description: 'All gaps.', schema: gapsAnswer }, ...refusals },
    handle: list(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/gaps',
    summary: 'Make a gap under the next free id',
    body: gapSchema,
    answers: { 201: { description: 'Made.', schema: gapAnswer }, ...bodyRefusals, ...retryRefusals },
    handle: add(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/gaps/:id',
    summary: 'One gap with its papers; the ETag is its version',
    answers: { 200: { description: 'The gap.', schema: gapAnswer }, ...unchanged, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editing,
    method: 'put',
    path: '/api/editorial/gaps/:id',
    summary: 'Put another version of a gap in place of the last',
    body: gapSchema,
    answers: {
      200: { description: 'The gap as it stands now.', schema: gapAnswer },
      ...bodyRefusals,
      ...unknown,
      ...versionRefusals,
    },
    handle: edit(ports),
  },
]
