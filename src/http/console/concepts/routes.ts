import type { Context } from 'hono'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { mergeConcepts } from '#actions/editorial/merge-concepts.ts'
import { editConcept } from '#actions/editorial/edit-concept.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { fold } from '#core/text/tokenize.ts'
import { conceptSchema } from '#schemas/editorial-schemas.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { conceptListQuery } from './input.ts'
import { conceptPage, conceptsPage, type ConceptView } from './pages/concepts.ts'

export type ConceptPorts = { store: Store; run: RunAction; houseName: string }

const getConcept = async ({ store }: ConceptPorts, id: string): Promise<ConceptRecord> => {
  const found = await store.private.concepts.find(id)
  if (found === null) throw new Failure('not_found', `There is no concept ${id}.`)
  return found
}

const show = async (
  ports: ConceptPorts,
  context: Context,
  given: Pick<ConceptView, 'saved'> & Partial<ConceptView>,
): Promise<{ toString(): string }> => {
  const concept = await getConcept(ports, pathId(context))
  const others = (await ports.store.private.concepts.listAll()).filter(({ id }) => id !== concept.id)
  return conceptPage(ports, { editor: getCurrentEditor(context), concept, others, ...given })
}

const list =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { q = '' } = readQuery(context, conceptListQuery)
    const wanted = fold(q.trim())
    const concepts = (await ports.store.private.concepts.listAll()).filter(({ name }) => fold(name).includes(wanted))
    return page(200, conceptsPage(ports, { editor: getCurrentEditor(context), concepts, q }))
  }

const showForm =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    return page(200, await show(ports, context, { saved: saved !== undefined }))
  }

const save =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { name = '', definition = '' } = fields
    const version = formVersion(fields)
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const words = parseInput(conceptSchema, { name, definition })
        const saved = await ports.run(editConcept, {
          id,
          words,
          version,
          actor: getCurrentActor(context),
        })
        return seeOther(`/console/concepts/${id}?saved=${saved}`)
      },
      async (failure) => {
        // The page shows the newer version, so the next save may start from it.
        const from = failure.code === 'stale' ? (await getConcept(ports, id)).version : version
        return show(ports, context, { values: { name, definition, version: from }, failure, saved: false })
      },
    )
  }

const merge =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const into = (fields.into ?? '').trim()
    const again = (failure: Failure) => show(ports, context, { into, failure, saved: false })
    return redisplayForm(async () => {
      await ports.run(mergeConcepts, { id: pathId(context), into, version: null, actor: getCurrentActor(context) })
      return seeOther(`/console/concepts/${into}?saved=merge`)
    }, again)
  }

export const conceptRoutes = (ports: ConceptPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/concepts',
    summary: 'Every concept',
    query: conceptListQuery,
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/concepts/:id',
    summary: 'The form of a concept',
    query: savedQuery,
    responses: pageResponse,
    handle: showForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/concepts/:id',
    summary: 'Names and defines a concept',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/concepts/:id/merge',
    summary: 'Merges a concept into another',
    responses: redirectResponse,
    handle: merge(ports),
  },
]
