import type { Context } from 'hono'
import {
  CANDIDATE_STEP,
  dismissCandidate,
  dismissCandidates,
  reopenCandidate,
  reopenCandidates,
} from '#actions/candidates.ts'
import type { RunAction } from '#actions/run-action.ts'
import { MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import { reasonToLeaveCandidate } from '#core/sources/candidate.ts'
import { Failure } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { type FormBody, readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { keepCheckedCandidate } from '#imports/import-batch.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import {
  backToList,
  CANDIDATE_NUMBER,
  type CandidateList,
  candidateListQuery,
  numbersText,
  readPlace,
  readTicked,
  readVerdict,
  toCandidateFilter,
} from './input.ts'
import { candidateName, candidatePreviewPage, DECIDE, inboxPage, PREVIEW, REOPEN } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type CandidatePorts = { store: Store; run: RunAction; clock: Clock; site: LiveSite }

const show =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const query = readQuery(context, candidateListQuery)
    const reader = ports.store.private
    const { order, after, dismissed } = query
    const found = await reader.candidates.listOpen(toCandidateFilter(query), { order, after, limit: LIST_PAGE_SIZE })
    const editor = getCurrentEditor(context)
    const view = {
      editor,
      query,
      ...found,
      origins: await reader.candidates.listOrigins(found.candidates.map(({ id }) => id)),
      cited: await reader.citations.ofCandidates(found.candidates.map(({ id }) => id)),
      sources: await reader.sources.list(),
      views: await listViews(reader, editor, 'candidates'),
      open: await reader.candidates.countOpen(),
      dismissed: [...(await reader.candidates.among(dismissed)).values()].filter(({ state }) => state === 'dismissed'),
    }
    return page(200, inboxPage(ports, view))
  }

const idOf = (context: Context): number => {
  const given = context.req.param('id') ?? ''
  if (!CANDIDATE_NUMBER.test(given)) throw new Failure('not_found', `There is no candidate ${given}.`)
  return Number(given)
}

const keep =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const list = readPlace((await readFormBody(context)).fields)
    const paperId = await keepCheckedCandidate(ports, { id: idOf(context), actor: getCurrentActor(context) })
    return seeOther(backToList(list, { kept: paperId }))
  }

const dismiss =
  ({ run }: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const list = readPlace((await readFormBody(context)).fields)
    const id = idOf(context)
    await run(dismissCandidate, { id, actor: getCurrentActor(context) })
    return seeOther(backToList(list, { dismissed: numbersText([id]) }))
  }

const reopen =
  ({ run }: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const list = readPlace((await readFormBody(context)).fields)
    await run(reopenCandidate, { id: idOf(context), actor: getCurrentActor(context) })
    return seeOther(backToList(list))
  }

/** The first candidates of all that the list shows on its pages. */
const findAll = async ({ store }: CandidatePorts, list: CandidateList): Promise<{ ids: number[]; isAll: boolean }> => {
  const ids: number[] = []
  let after: CandidateList['after'] = null
  do {
    const by = { order: list.order, after, limit: MAX_BULK_PAPERS }
    const found = await store.private.candidates.listOpen(toCandidateFilter(list), by)
    ids.push(...found.candidates.map(({ id }) => id))
    after = found.next
  } while (after !== null && ids.length < MAX_BULK_PAPERS)
  return { ids: ids.slice(0, MAX_BULK_PAPERS), isAll: after === null && ids.length <= MAX_BULK_PAPERS }
}

const findSelected = async (ports: CandidatePorts, form: FormBody, list: CandidateList) => {
  const found =
    form.fields.all === 'true' ? await findAll(ports, list) : { ids: readTicked(form.getAll('candidate')), isAll: true }
  if (found.ids.length === 0) throw new Failure('invalid', 'No candidate is selected. Go back and select some.')
  return found
}

const preview =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const list = readPlace(form.fields)
    const { verdict } = readVerdict(form.fields)
    const { ids, isAll } = await findSelected(ports, form, list)
    const found = await ports.store.private.candidates.among(ids)
    const looked = ids.map((id) => {
      const candidate = found.get(id)
      if (candidate === undefined) return { id, candidate, name: null, because: 'There is no such candidate.' }
      return { id, candidate, name: candidateName(candidate), because: reasonToLeaveCandidate(verdict, candidate) }
    })
    const view = {
      editor: getCurrentEditor(context),
      list,
      verdict,
      deciding: looked.flatMap(({ candidate, because }) =>
        because === null && candidate !== undefined ? [candidate] : [],
      ),
      left: looked.flatMap(({ id, name, because }) => (because === null ? [] : [{ id, name, because }])),
      isCut: !isAll,
    }
    return page(200, candidatePreviewPage(ports, view))
  }

type Decided = { ids: readonly number[]; actor: string }

const inSteps = async (ids: readonly number[], act: (some: number[]) => Promise<number[]>): Promise<number[]> => {
  const done: number[] = []
  for (let first = 0; first < ids.length; first += CANDIDATE_STEP)
    done.push(...(await act(ids.slice(first, first + CANDIDATE_STEP))))
  return done
}

/** Keeps each that still can be kept; returns how many. */
const keepEach = async (ports: CandidatePorts, { ids, actor }: Decided): Promise<number> => {
  let count = 0
  for (const id of ids)
    try {
      await keepCheckedCandidate(ports, { id, actor })
      count += 1
    } catch (error) {
      if (!(error instanceof Failure) || !['not_found', 'wrong_state'].includes(error.code)) throw error
    }
  return count
}

const decide =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const list = readPlace(fields)
    const { verdict, candidates: ids } = readVerdict(fields)
    if (ids.length === 0) throw new Failure('invalid', 'No candidate is selected. Go back and select some.')
    const actor = getCurrentActor(context)
    const leftOf = (done: number): string | null => (done === ids.length ? null : String(ids.length - done))
    if (verdict === 'keep') {
      const submitted = await keepEach(ports, { ids, actor })
      return seeOther(backToList(list, { submitted: String(submitted), left: leftOf(submitted) }))
    }
    const done = await inSteps(ids, (some) => ports.run(dismissCandidates, { ids: some, actor }))
    return seeOther(backToList(list, { dismissed: numbersText(done), left: leftOf(done.length) }))
  }

const reopenMany =
  ({ run }: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const list = readPlace(fields)
    const { candidates: ids } = readVerdict({ ...fields, verdict: 'dismiss' })
    const done = await inSteps(ids, (some) => run(reopenCandidates, { ids: some, actor: getCurrentActor(context) }))
    return seeOther(backToList(list, { left: done.length === ids.length ? null : String(ids.length - done.length) }))
  }

export const candidateRoutes = (ports: CandidatePorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/candidates',
    summary: 'Candidates from the watched sources, best first',
    query: candidateListQuery,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/keep',
    summary: 'Turns a candidate into a submission',
    responses: redirectResponse,
    handle: keep(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/dismiss',
    summary: 'Dismisses a candidate for good',
    responses: redirectResponse,
    handle: dismiss(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/reopen',
    summary: 'Undoes a dismissal',
    responses: redirectResponse,
    handle: reopen(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: PREVIEW,
    summary: 'What a decision on the selected candidates would do; changes nothing',
    responses: { 200: htmlResponse('The preview.'), 400: htmlResponse('A field is invalid.') },
    handle: preview(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: DECIDE,
    summary: 'Keeps or dismisses the candidates of a preview, some at a time',
    responses: { ...redirectResponse, 400: htmlResponse('A field is invalid.') },
    handle: decide(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: REOPEN,
    summary: 'Undoes the dismissal of candidates',
    responses: { ...redirectResponse, 400: htmlResponse('A field is invalid.') },
    handle: reopenMany(ports),
  },
]
