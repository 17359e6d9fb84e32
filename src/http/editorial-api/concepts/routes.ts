import type { Context } from 'hono'
import { mergeConcepts } from '#actions/editorial/merge-concepts.ts'
import { editConcept } from '#actions/editorial/edit-concept.ts'
import { Failure } from '#core/failure.ts'
import { conceptSchema, mergeSchema } from '#schemas/editorial-schemas.ts'
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
import { conceptResponse, conceptListResponse, mergedConceptResponse, presentConcept } from './present.ts'

const conceptReply = async ({ store }: EditingPorts, id: string): Promise<Reply> => {
  const concept = await store.private.concepts.find(id)
  if (concept === null) throw new Failure('not_found', `There is no concept ${id}.`)
  const { version } = concept
  return versionedJson(200, { success: true, concept: presentConcept(concept) }, version)
}

const list = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  const concepts = await ports.store.private.concepts.listAll()
  return json(200, { success: true, concepts: concepts.map(presentConcept) })
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return conceptReply(ports, pathId(context))
}

const revise = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { form } = await readInput(context, conceptSchema)
  const id = pathId(context)
  await ports.run(editConcept, { id, words: form, version, actor })
  return conceptReply(ports, id)
}

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const { form, text } = await readInput(context, mergeSchema.omit({ note: true }))
  const id = pathId(context)
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: mergeConcepts,
    input: { id, into: form.into, version: null, actor },
    toAnswer: (papersRenamed) => json(200, { success: true, id, mergedInto: form.into, papersRenamed }),
  })
}

const notFound = { 404: { description: 'No such concept.' } }

export const conceptRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/concepts',
    summary: 'Every concept by name, also those without public papers',
    responses: { 200: { description: 'All concepts.', schema: conceptListResponse }, ...commonFailures },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/concepts/:id',
    summary: 'One concept; the ETag is its version',
    responses: {
      200: { description: 'The concept.', schema: conceptResponse },
      ...notModified,
      ...commonFailures,
      ...notFound,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/concepts/:id',
    summary: 'Name and define a concept; its papers take the name over, its id stays',
    body: conceptSchema,
    responses: {
      200: { description: 'The concept as it stands now.', schema: conceptResponse },
      ...bodyFailures,
      ...notFound,
      409: { description: 'Another concept has or had that name.' },
      ...versionFailures,
    },
    handle: revise(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/concepts/:id/merge',
    summary: 'Merge a concept into another; its id and its names lead there from now on',
    body: mergeSchema.omit({ note: true }),
    responses: {
      200: { description: 'Merged.', schema: mergedConceptResponse },
      ...bodyFailures,
      ...notFound,
      ...idempotencyFailures,
    },
    handle: merge(ports),
  },
]
