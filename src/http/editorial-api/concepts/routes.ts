import type { Context } from 'hono'
import { mergeConcepts } from '#actions/editorial/merge-concepts.ts'
import { editConcept } from '#actions/editorial/edit-concept.ts'
import { Failure } from '#core/failure.ts'
import { conceptSchema, mergeSchema } from '#schemas/editorial-schemas.ts'
import { json } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  idempotencyFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { readRoute, versionedResource } from '#http/editorial-api/versioned-resource.ts'
import { conceptResponse, conceptListResponse, mergedConceptResponse, presentConcept } from './present.ts'

const notFound = { 404: { description: 'No such concept.' } }

const getConcept = async ({ store }: EditingPorts, id: string) => {
  const concept = await store.private.concepts.find(id)
  if (concept === null) throw new Failure('not_found', `There is no concept ${id}.`)
  return concept
}

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
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

export const conceptRoutes = (ports: EditingPorts): Route[] => {
  const concept = versionedResource(ports, {
    noun: 'concept',
    schema: conceptResponse,
    notFound,
    get: (context) => getConcept(ports, pathId(context)),
    versionOf: ({ version }) => version,
    present: (found) => ({ success: true, concept: presentConcept(found) }),
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/concepts',
      summary: 'Every concept by name, also those without public papers',
      description: 'All concepts.',
      schema: conceptListResponse,
      read: async () => ({
        success: true,
        concepts: (await ports.store.private.concepts.listAll()).map(presentConcept),
      }),
    }),
    concept.show({ path: '/api/editorial/concepts/:id', summary: 'One concept; the ETag is its version' }),
    concept.edit({
      method: 'put',
      path: '/api/editorial/concepts/:id',
      summary: 'Name and define a concept; its papers get the new name, its id stays',
      input: conceptSchema,
      failures: { 409: { description: 'Another concept has or had that name.' } },
      edit: (context, { input, version, actor }) =>
        ports.run(editConcept, { id: pathId(context), words: input, version, actor }),
    }),
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
}
