import type { Context } from 'hono'
import {
  applyBulkStep,
  beginBulkChange,
  BULK_STEP,
  getBulkChange,
  undoBulkStep,
} from '#actions/editorial/bulk-changes.ts'
import type { RunAction } from '#actions/run-action.ts'
import { actorNames } from '#core/access/editor.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { type BulkChange, MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
} from '#http/console/console-route.ts'
import { type FormBody, readFormBody } from '#http/input/body.ts'
import { noParameters, pathId } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { previewBulkChange } from '#queries/bulk-changes.ts'
import { paperListFormats } from '#schemas/paper-list-formats.ts'
import {
  type PaperLists,
  type Place,
  readChangeValues,
  readIds,
  readPapers,
  readPlace,
  toBulkChange,
} from './bulk-input.ts'
import { bulkChangePage, bulkChangesPage, EXPORT, PREVIEW, previewPage } from './pages/bulk-changes.ts'

export type BulkChangePorts = {
  store: Store
  run: RunAction
  site: LiveSite
  requireAssessment: AssessmentRule
  publicUrl: () => string
}

/** With the lists that changes begin at. */
type BulkPorts = BulkChangePorts & { lists: PaperLists }

/** The list that a form came from; `changed` is what has just been done there. */
const backToList = ({ lists }: BulkPorts, { list, where }: Place, changed: string | null = null): string =>
  lists[list].addressOf(new URLSearchParams(where), changed)

const LATEST = 50

/** The selected papers: the ticked ones, or the first of all that the list shows on its pages. */
const findSelected = async (
  { store, lists }: BulkPorts,
  form: FormBody,
): Promise<{ ids: string[]; isAll: boolean }> => {
  const { list, where } = readPlace(form.fields)
  const found =
    form.fields.all === 'true'
      ? await lists[list].idsOf(store.private, new URLSearchParams(where), MAX_BULK_PAPERS)
      : { ids: readIds(form.getAll('paper')), isAll: true }
  if (found.ids.length === 0) throw new Failure('invalid', 'No paper is selected. Go back and select some.')
  return found
}

type Drawn = { change: BulkChange; ids: readonly string[]; isCut: boolean; fields: FormBody['fields'] }

const drawPreview = async (ports: BulkPorts, context: Context, drawn: Drawn, failure: Failure | null = null) => {
  const { change, ids, isCut, fields } = drawn
  const reader = ports.store.private
  const words = ports.site.current()
  const by = { rule: ports.requireAssessment, actor: getCurrentActor(context), words }
  const place = readPlace(fields)
  return previewPage(ports, {
    ...(await previewBulkChange(reader, { change, ids, by })),
    editor: getCurrentEditor(context),
    words,
    chapters: await reader.chapters.names(),
    change,
    note: fields.note ?? '',
    isCut,
    place,
    back: backToList(ports, place),
    error: failure?.message ?? null,
    errors: failure?.details ?? [],
  })
}

/** A concept is called as the library calls it. */
const withKnownConcept = async ({ store }: BulkPorts, change: BulkChange): Promise<BulkChange> => {
  if (change.kind !== 'add-concept' && change.kind !== 'remove-concept') return change
  const known = await store.private.concepts.findByName(change.concept)
  return known === null ? change : { ...change, concept: known.name }
}

const readChange = (ports: BulkPorts, fields: FormBody['fields']): Promise<BulkChange> =>
  withKnownConcept(ports, toBulkChange(readChangeValues(fields)))

const preview =
  (ports: BulkPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const change = await readChange(ports, form.fields)
    const { ids, isAll } = await findSelected(ports, form)
    return page(200, await drawPreview(ports, context, { change, ids, isCut: !isAll, fields: form.fields }))
  }

const apply =
  (ports: BulkPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const change = await readChange(ports, fields)
    const papers = readPapers(fields.papers ?? '')
    const place = readPlace(fields)
    return redisplayForm(
      async () => {
        if (papers.length === 0) throw new Failure('invalid', 'No paper is selected. Go back and select some.')
        const id = await ports.run(beginBulkChange, { change, papers, actor: getCurrentActor(context) })
        for (let first = 0; first < papers.length; first += BULK_STEP)
          await ports.run(applyBulkStep, { id, papers: papers.slice(first, first + BULK_STEP) })
        return seeOther(backToList(ports, place, id))
      },
      (failure) => {
        const ids = papers.map(({ id }) => id)
        return drawPreview(ports, context, { change, ids, isCut: false, fields }, failure)
      },
    )
  }

const undo =
  ({ run }: BulkPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = pathId(context)
    const actor = getCurrentActor(context)
    while ((await run(undoBulkStep, { id, actor })).more);
    return seeOther(`/console/bulk-changes/${id}`)
  }

const readNames = async ({ store }: BulkPorts) => ({
  chapters: await store.private.chapters.names(),
  nameOf: actorNames(await store.private.editors.list()),
})

const showChange =
  (ports: BulkPorts) =>
  async (context: Context): Promise<Reply> => {
    const record = await getBulkChange(ports.store.private, pathId(context))
    return page(200, bulkChangePage(ports, { editor: getCurrentEditor(context), record, ...(await readNames(ports)) }))
  }

const listChanges =
  (ports: BulkPorts) =>
  async (context: Context): Promise<Reply> => {
    const records = await ports.store.private.bulkChanges.latest(LATEST)
    return page(
      200,
      bulkChangesPage(ports, { editor: getCurrentEditor(context), records, ...(await readNames(ports)) }),
    )
  }

const exportSelected =
  (ports: BulkPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const format = paperListFormats.find(({ ending }) => ending === form.fields.format)
    if (format === undefined)
      throw validationFailure([
        { path: 'format', message: `must be one of ${paperListFormats.map(({ ending }) => ending).join(', ')}` },
      ])
    const { ids } = await findSelected(ports, form)
    const found = await ports.store.private.papers.listed(ids)
    const site = ports.publicUrl()
    const urls = { paper: (id: string) => `${site}/papers/${id}` }
    const papers = ids.flatMap((id) => found.get(id)?.paper ?? [])
    return {
      status: 200,
      body: format.head + papers.map((paper) => format.write(paper, urls)).join(''),
      type: format.mediaType,
      headers: { 'Content-Disposition': `attachment; filename="papers.${format.ending}"` },
    }
  }

export const bulkChangeRoutes = (ports: BulkPorts): Route[] => [
  {
    ...editorRoute,
    method: 'post',
    path: PREVIEW,
    summary: 'What a change of the selected papers would do; changes nothing',
    responses: { 200: htmlResponse('The preview.'), 400: htmlResponse('A field is invalid.') },
    handle: preview(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: EXPORT,
    summary: 'The selected papers as a file',
    responses: { 200: { description: 'The file.', type: 'text/csv; charset=utf-8; header=present' } },
    handle: exportSelected(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/bulk-changes',
    summary: 'The latest changes of many papers',
    query: noParameters,
    responses: pageResponse,
    handle: listChanges(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/bulk-changes',
    summary: 'Changes the papers of a preview, some at a time',
    responses: { ...redirectResponse, 400: htmlResponse('A field is invalid.') },
    handle: apply(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/bulk-changes/:id',
    summary: 'What became of each paper of a change',
    query: noParameters,
    responses: pageResponse,
    handle: showChange(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/bulk-changes/:id/undo',
    summary: 'Undoes a change of many papers, where nothing else has changed them',
    responses: redirectResponse,
    handle: undo(ports),
  },
]
