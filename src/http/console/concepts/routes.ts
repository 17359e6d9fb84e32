import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { mergeConcepts, removeConcept } from '#actions/editorial/concepts.ts'
import { dropFormDraft } from '#actions/form-drafts.ts'
import { tagPaper } from '#actions/papers.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type ConceptRecord, usesInWords } from '#core/editorial/concept.ts'
import { fold } from '#core/text/tokenize.ts'
import { editedConcepts } from '#edited/concepts.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { askAgainPage, isSure } from '#http/console/pages/ask-again.ts'
import { columnsParameter, emptyAsNull, LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { formVersion, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { conceptFindings, countShared, findSharers, findUntagged } from '#queries/concept-workbench.ts'
import {
  type ConceptOrder,
  conceptOrders,
  conceptPage,
  conceptsPage,
  mergePage,
  untaggedPage,
  WORKBENCH_PATH,
  workbenchPage,
} from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

type ConceptPorts = { store: Store; run: RunAction; site: LiveSite }

const conceptListQuery = z.strictObject({
  q: z.string().max(256).optional().transform(emptyAsNull),
  defined: z
    .enum(['', 'true', 'false'])
    .optional()
    .transform((value) => (value === undefined || value === '' ? null : value)),
  order: z.enum(conceptOrders).optional().default('name'),
  columns: columnsParameter(),
  /** The last concept of the previous page. */
  after: z.string().max(300).optional(),
})

const inOrder = (concepts: readonly ConceptRecord[], order: ConceptOrder): readonly ConceptRecord[] =>
  order === 'name' ? concepts : concepts.toSorted((a, b) => b.papers - a.papers)

/** Reads all concepts, as the pages of every other part do; the page that is sent has 100. */
const list =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { q, defined, order, columns = [], after } = readQuery(context, conceptListQuery)
    const editor = getCurrentEditor(context)
    const reader = ports.store.private
    const wanted = fold(q ?? '')
    const matching = inOrder(await reader.concepts.listAll(), order).filter(
      ({ name, definition }) =>
        fold(name).includes(wanted) && (defined === null || (defined === 'true') === (definition !== null)),
    )
    const begin = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1
    const concepts = matching.slice(begin, begin + LIST_PAGE_SIZE)
    const isLast = begin + LIST_PAGE_SIZE >= matching.length
    return page(
      200,
      conceptsPage(ports, {
        editor,
        concepts,
        q,
        defined,
        order,
        columns,
        total: matching.length,
        isFirst: begin === 0,
        next: isLast ? null : (concepts.at(-1)?.id ?? null),
        views: await listViews(reader, editor, 'concepts'),
      }),
    )
  }

const conceptForm = (ports: ConceptPorts, into = '') =>
  editedForm(ports, editedConcepts, {
    path: '/console/concepts',
    draw: async (form) =>
      conceptPage(ports, {
        form,
        sharers: await findSharers(ports.store.private, form.stored),
        into,
        used: usesInWords(await ports.store.private.concepts.uses(form.stored.id)),
      }),
  })

/** The name of the concept that has just been deleted. */
const workbenchQuery = z.strictObject({ removed: z.string().max(200).optional() })

const workbench = (ports: ConceptPorts) => {
  const findings = conceptFindings(ports.store, () => nextTurn())
  return async (context: Context): Promise<Reply> =>
    page(
      200,
      workbenchPage(ports, {
        editor: getCurrentEditor(context),
        removed: readQuery(context, workbenchQuery).removed ?? null,
        ...(await findings()),
      }),
    )
}

const mergeQuery = z.strictObject({ into: z.string().trim().max(200).optional() })

const previewMerge =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { into: other = '' } = readQuery(context, mergeQuery)
    const reader = ports.store.private
    const from = await editedConcepts.get(reader, pathId(context))
    if (other === '' || other === from.id) return seeOther(`/console/concepts/${from.id}`)
    const into = await editedConcepts.get(reader, other)
    const shared = await countShared(reader, from, into)
    return page(200, mergePage(ports, { editor: getCurrentEditor(context), from, into, shared }))
  }

const paperId = z.string().max(20)

/** `tagged` is the paper that was just given the concept, `next` the one whose button gets the focus. */
const untaggedQuery = z.strictObject({ tagged: paperId.optional(), next: paperId.optional() })

const showUntagged =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { tagged = null, next = null } = readQuery(context, untaggedQuery)
    const reader = ports.store.private
    const concept = await editedConcepts.get(reader, pathId(context))
    const found = await findUntagged(reader, concept)
    return page(200, untaggedPage(ports, { editor: getCurrentEditor(context), concept, ...found, tagged, next }))
  }

const tag =
  ({ run }: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const concept = pathId(context)
    const { paper: id = '', next = '' } = fields
    const isTagged = fields.remove === undefined
    await run(tagPaper, { id, concept, isTagged, actor: getCurrentActor(context) })
    const query = new URLSearchParams({ ...(isTagged && { tagged: id }), next }).toString()
    return seeOther(`/console/concepts/${concept}/untagged?${query}`)
  }

const merge =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const into = (fields.into ?? '').trim()
    const id = pathId(context)
    return redisplayForm(
      async () => {
        await ports.run(mergeConcepts, { id, into, version: null, actor: getCurrentActor(context) })
        return seeOther(`/console/concepts/${into}?saved=merge`)
      },
      async (failure) => {
        const stored = await editedConcepts.get(ports.store.private, id)
        return conceptForm(ports, into).render(context, { stored, failure })
      },
    )
  }

/** Asks once, and deletes a concept in the version that was shown. */
const remove =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const stored = await editedConcepts.get(ports.store.private, pathId(context))
    const { id, name, definition } = stored
    if (!isSure(form))
      return page(
        200,
        askAgainPage(ports, {
          editor: getCurrentEditor(context),
          title: `Delete the concept “${name}”?`,
          consequence: `Its id, its names and ${definition === null ? 'its page' : 'its definition'} are gone; the audit log keeps name and definition. A paper that comes to name it makes a new concept.`,
          path: `/console/concepts/${id}/remove`,
          label: 'Delete the concept',
          sent: [['version', String(stored.version)]],
          back: `/console/concepts/${id}`,
        }),
      )
    return redisplayForm(
      async () => {
        await ports.run(removeConcept, { id, version: formVersion(form.fields), actor: getCurrentActor(context) })
        await ports.run(dropFormDraft, { editorId: getCurrentEditor(context).id, form: `concepts/${id}` })
        return seeOther(`${WORKBENCH_PATH}?${new URLSearchParams({ removed: name }).toString()}`)
      },
      (failure) => conceptForm(ports).render(context, { stored, failure }),
    )
  }

export const conceptRoutes = (ports: ConceptPorts): Route[] => {
  const form = conceptForm(ports)
  return [
    {
      ...editorRoute,
      method: 'get',
      path: '/console/concepts',
      summary: 'Every concept',
      query: conceptListQuery,
      responses: pageResponse,
      handle: list(ports),
    },
    form.show({ path: '/console/concepts/:id', summary: 'The form of a concept' }),
    form.save({ path: '/console/concepts/:id', summary: 'Names and defines a concept' }),
    {
      ...editorRoute,
      method: 'get',
      path: WORKBENCH_PATH,
      summary: 'Near-twins, unused and overused concepts',
      query: workbenchQuery,
      responses: pageResponse,
      handle: workbench(ports),
    },
    {
      ...editorRoute,
      method: 'get',
      path: '/console/concepts/:id/untagged',
      summary: 'Papers that name a concept and lack it',
      query: untaggedQuery,
      responses: pageResponse,
      handle: showUntagged(ports),
    },
    {
      ...editorRoute,
      method: 'post',
      path: '/console/concepts/:id/tag',
      summary: 'Gives a paper a concept, or takes it away',
      responses: redirectResponse,
      handle: tag(ports),
    },
    {
      ...editorRoute,
      method: 'post',
      path: '/console/concepts/:id/remove',
      summary: 'Asks once, and deletes a concept that is in use nowhere',
      responses: { ...pageResponse, ...redirectResponse },
      handle: remove(ports),
    },
    {
      ...editorRoute,
      method: 'get',
      path: '/console/concepts/:id/merge',
      summary: 'What merging a concept into another would change',
      query: mergeQuery,
      responses: { ...pageResponse, ...redirectResponse },
      handle: previewMerge(ports),
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
}
