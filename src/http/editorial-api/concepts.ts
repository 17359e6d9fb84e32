import type { Context } from 'hono'
import { z } from 'zod'
import { mergeConcepts, removeConcept } from '#actions/editorial/concepts.ts'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { editedConcepts } from '#edited/concepts.ts'
import { outputOf } from '#edited/edited-resource.ts'
import { pathId } from '#http/input/query.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { mergeSchema } from '#schemas/fields.ts'
import {
  authenticateEditor,
  editedResource,
  type EditingPorts,
  editorialRoute,
  expectedVersion,
  readInput,
  readRoute,
} from './versioned-resource.ts'

const concept = z
  .strictObject({ id: z.string(), ...outputOf(editedConcepts.fields), paperCount: z.int(), version: z.int() })
  .meta({ id: 'EditedConcept' })

const presentConcept = (found: ConceptRecord): z.infer<typeof concept> => ({
  id: found.id,
  ...editedConcepts.present(found),
  paperCount: found.papers,
  version: found.version,
})

const mergedConceptResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  mergedInto: z.string(),
  papersRenamed: z.int(),
})

const mergeInput = mergeSchema.omit({ note: true })

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const { form, text } = await readInput(context, mergeInput)
  const id = pathId(context)
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: mergeConcepts,
    input: { id, into: form.into, version: null, actor },
    toAnswer: (papersRenamed) => json(200, { success: true, id, mergedInto: form.into, papersRenamed }),
  })
}

const removedConceptResponse = z.strictObject({ success: z.literal(true), id: z.string() })

/** If-Match is optional: what is in use cannot be deleted anyway. */
const remove = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const version = context.req.header('if-match') === undefined ? null : expectedVersion(context)
  const id = pathId(context)
  await ports.run(removeConcept, { id, version, actor })
  return json(200, { success: true, id })
}

const notFound = { 404: { description: 'No such concept.' } }

export const conceptRoutes = (ports: EditingPorts): Route[] => {
  const routes = editedResource(ports, editedConcepts, {
    schema: z.strictObject({ success: z.literal(true), concept }),
    present: presentConcept,
    notFound,
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/concepts',
      summary: 'Every concept by name, including those without public papers',
      description: 'All concepts.',
      schema: z.strictObject({ success: z.literal(true), concepts: z.array(concept) }),
      read: async () => ({
        success: true,
        concepts: (await ports.store.private.concepts.listAll()).map(presentConcept),
      }),
    }),
    routes.show({ path: '/api/editorial/concepts/:id', summary: 'One concept; the ETag is its version' }),
    routes.replace({
      path: '/api/editorial/concepts/:id',
      summary: 'Name and define a concept; its papers get the new name, its id stays',
      failures: { 409: { description: 'Another concept has or had that name.' } },
    }),
    {
      ...editorialRoute,
      method: 'delete',
      path: '/api/editorial/concepts/:id',
      summary: 'Delete a concept that is in use nowhere; If-Match may name the version',
      responses: {
        200: { description: 'Deleted; the audit log keeps its name and definition.', schema: removedConceptResponse },
        ...notFound,
        409: { description: 'It is in use; the message says where. Nothing was changed.' },
        412: { description: 'It has been changed since the version in If-Match.' },
      },
      handle: remove(ports),
    },
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/concepts/:id/merge',
      summary: 'Merge a concept into another; its id and names then redirect there',
      body: mergeInput,
      isIdempotent: true,
      responses: {
        200: { description: 'Merged.', schema: mergedConceptResponse },
        ...notFound,
      },
      handle: merge(ports),
    },
  ]
}
