import type { Context } from 'hono'
import { mergeConceptsWithin } from '#actions/merge-concepts.ts'
import { reviseConcept } from '#actions/revise-concept.ts'
import { Failure } from '#core/failure.ts'
import { conceptSchema, mergeSchema } from '#schemas/editorial-schemas.ts'
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
import { conceptAnswer, conceptsAnswer, mergedAnswer, presentConcept } from './present.ts'

const answerWith = async ({ store }: EditingPorts, id: string): Promise<Answer> => {
  const concept = await store.read.concepts.find(id)
  if (concept === null) throw new Failure('not_found', `There is no concept ${id}.`)
  const { version } = concept
  return versioned(200, { success: true, concept: presentConcept(concept) }, version)
}

const list = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  const concepts = await ports.store.read.concepts.listAll()
  return json(200, { success: true, concepts: concepts.map(presentConcept) })
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return answerWith(ports, idOf(context))
}

const revise = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { form } = await readForm(context, conceptSchema)
  const id = idOf(context)
  await reviseConcept(ports, { id, words: form, version, actor })
  return answerWith(ports, id)
}

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const { form, text } = await readForm(context, mergeSchema.omit({ note: true }))
  const id = idOf(context)
  return postOnce(
    ports,
    { context, actor, text },
    (tx, at) => mergeConceptsWithin(tx, { id, into: form.into, version: null, actor, at }),
    (papersRenamed) => json(200, { success: true, id, mergedInto: form.into, papersRenamed }),
  )
}

const unknown = { 404: { description: 'No such concept.' } }

export const conceptRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/concepts',
    summary: 'Every concept by name, also those without public papers',
    answers: { 200: { description: 'All concepts.', schema: conceptsAnswer }, ...refusals },
    handle: list(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/concepts/:id',
    summary: 'One concept; the ETag is its version',
    answers: { 200: { description: 'The concept.', schema: conceptAnswer }, ...unchanged, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editing,
    method: 'put',
    path: '/api/editorial/concepts/:id',
    summary: 'Name and define a concept; its papers take the name over, its id stays',
    body: conceptSchema,
    answers: {
      200: { description: 'The concept as it stands now.', schema: conceptAnswer },
      ...bodyRefusals,
      ...unknown,
      409: { description: 'Another concept has or had that name.' },
      ...versionRefusals,
    },
    handle: revise(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/concepts/:id/merge',
    summary: 'Merge a concept into another; its id and its names lead there from now on',
    body: mergeSchema.omit({ note: true }),
    answers: {
      200: { description: 'Merged.', schema: mergedAnswer },
      ...bodyRefusals,
      ...unknown,
      ...retryRefusals,
    },
    handle: merge(ports),
  },
]
