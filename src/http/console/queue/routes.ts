import type { Context } from 'hono'
import { acceptAllLater, decideLater } from '#actions/decide-later.ts'
import { actorNames } from '#actions/editors.ts'
import { recommendPaper } from '#actions/recommend-paper.ts'
import { showSubmission } from '#actions/show-submission.ts'
import { undoBatch, undoDecision } from '#actions/undo-decision.ts'
import { includesRole } from '#core/editor.ts'
import { Failure } from '#core/failure.ts'
import { templatesWith } from '#core/note-template.ts'
import { PAPER_ID } from '#core/paper.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store.ts'
import { actorOf, editorOf } from '../../kit/admission.ts'
import { HTML_TYPE, page, type Answer } from '../../kit/answer.ts'
import type { Cursors } from '../../kit/cursor.ts'
import { orFormAgain, seeOther } from '../../kit/form-again.ts'
import { checkFields, readForm } from '../../kit/form-body.ts'
import { readQuery } from '../../kit/query.ts'
import type { Route } from '../../kit/route.ts'
import {
  acceptAllForm,
  acceptAllQuery,
  decideForm,
  filterOf,
  orderOf,
  placeQuery,
  placeSearch,
  queueQuery,
  recommendForm,
  undoForm,
  type Place,
} from './input.ts'
import { acceptAllPage } from './pages/accept-all.ts'
import { nothingTyped, type Typed } from './pages/decide-form.ts'
import { queuePage, type QueueFrame } from './pages/queue.ts'
import { submissionPage } from './pages/submission.ts'
import type { Undoable } from './pages/undo-bar.ts'

export type QueuePorts = { store: Store; clock: Clock; ids: Ids; cursors: Cursors; houseName: string }

const PAGE = 50
const UNDO_SHOWN = 3

/** What cannot be an id was never one. */
const idOf = (context: Context): string => {
  const id = context.req.param('id') ?? ''
  if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
  return id
}

/** What this editor decided a moment ago; the papers of one click are one entry. */
const undoableOf = async ({ store }: QueuePorts, actor: string, now: Date): Promise<Undoable[]> => {
  const { decisions } = store.read
  const made = (await decisions.listOf(actor, UNDO_SHOWN)).filter(({ dueAt }) => dueAt > now.toISOString())
  const clicks = made.filter(
    ({ batch }, index) => batch === null || made.findIndex((other) => other.batch === batch) === index,
  )
  return Promise.all(
    clicks.map(async (click) => ({
      ...click,
      count: click.batch === null ? 1 : await decisions.countBatch(click.batch),
    })),
  )
}

const frameOf = async (ports: QueuePorts, context: Context, place: Place): Promise<QueueFrame> => {
  const now = ports.clock.now()
  const undoable = await undoableOf(ports, actorOf(context), now)
  return { houseName: ports.houseName, editor: editorOf(context), place, undoable, now }
}

const showQueue =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Answer> => {
    const { cursor, ...place } = readQuery(context, queueQuery)
    const { queue } = ports.store.read
    const [filter, order] = [filterOf(place), orderOf(place)]
    const question = `console queue ${JSON.stringify([order, filter])}`
    const after = ports.cursors.read(question, cursor)
    const { papers, next } = await queue.list(filter, { order, after, limit: PAGE })
    const frame = await frameOf(ports, context, place)
    const total = await queue.count(filter)
    const mayAcceptAll = place.state === 'pending' && total > 1 && includesRole(frame.editor.role, 'editor')
    const nextCursor = next === null ? null : ports.cursors.sign(question, next)
    return page(200, queuePage(frame, { papers, total, next: nextCursor, mayAcceptAll }))
  }

const neighboursOf = ({ store }: QueuePorts, place: Place, id: string) =>
  store.read.queue.neighbours(filterOf(place), orderOf(place), id)

const openSubmission = async (
  ports: QueuePorts,
  context: Context,
  { id, place, typed }: { id: string; place: Place; typed: Typed },
): Promise<{ toString(): string }> => {
  const { templates, editors } = ports.store.read
  const shown = await showSubmission(ports, id)
  return submissionPage(await frameOf(ports, context, place), {
    shown,
    templates: templatesWith(await templates.list()),
    neighbours: await neighboursOf(ports, place, id),
    nameOf: actorNames(await editors.list()),
    typed,
  })
}

const show =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Answer> => {
    const place = readQuery(context, placeQuery)
    return page(200, await openSubmission(ports, context, { id: idOf(context), place, typed: nothingTyped }))
  }

/** Where an editor goes on after one paper is dealt with. */
const goOn = (next: string | null, place: Place): Answer =>
  seeOther(`/console/queue${next === null ? '' : `/${next}`}${placeSearch(place)}`)

type Act = (wish: { id: string; actor: string; fields: Record<string, string> }) => Promise<unknown>

/** A form on the page of one submission: done, it leads to the next; refused, it comes back as it was typed. */
const onSubmission =
  (ports: QueuePorts, act: Act) =>
  async (context: Context): Promise<Answer> => {
    const place = readQuery(context, placeQuery)
    const id = idOf(context)
    const { fields } = await readForm(context)
    const { after } = await neighboursOf(ports, place, id)
    const again = ({ message }: Failure) => {
      const typed = { note: fields.note ?? '', template: fields.template ?? '', trouble: message }
      return openSubmission(ports, context, { id, place, typed })
    }
    return orFormAgain(async () => {
      await act({ id, actor: actorOf(context), fields })
      return goOn(after, place)
    }, again)
  }

const decide = (ports: QueuePorts) =>
  onSubmission(ports, async ({ id, actor, fields }) => {
    const { event, note: typed, template, version } = checkFields(decideForm, fields)
    const ready = templatesWith(await ports.store.read.templates.list()).find((each) => each.id === template)
    const note = typed.trim() === '' && ready?.event === event ? ready.body : typed
    return decideLater(ports, { id, event, note, actor, version })
  })

const recommend = (ports: QueuePorts) =>
  onSubmission(ports, ({ id, actor, fields }) =>
    recommendPaper(ports, { id, actor, ...checkFields(recommendForm, fields) }),
  )

const undo =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Answer> => {
    const place = readQuery(context, placeQuery)
    const { id = '', batch = '' } = checkFields(undoForm, (await readForm(context)).fields)
    const actor = actorOf(context)
    if (batch !== '') {
      await undoBatch(ports, { batch, actor })
      return goOn(null, place)
    }
    if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
    await undoDecision(ports, { id, actor })
    return goOn(id, place)
  }

const askAcceptAll =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Answer> => {
    const { maxRisk, ...place } = readQuery(context, acceptAllQuery)
    const count = await ports.store.read.queue.count({ ...filterOf(place), state: 'pending', maxRisk })
    const frame = await frameOf(ports, context, place)
    return page(200, acceptAllPage(frame, { count, maxRisk, note: '', trouble: null }))
  }

const acceptAll =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Answer> => {
    const { maxRisk, ...place } = readQuery(context, acceptAllQuery)
    const { fields } = await readForm(context)
    const filter = { ...filterOf(place), maxRisk }
    const frame = await frameOf(ports, context, place)
    const again = async ({ message }: Failure) => {
      const count = await ports.store.read.queue.count({ ...filter, state: 'pending' })
      return acceptAllPage(frame, { count, maxRisk, note: fields.note ?? '', trouble: message })
    }
    return orFormAgain(async () => {
      const { note, count } = checkFields(acceptAllForm, fields)
      await acceptAllLater(ports, { filter, note, count, actor: actorOf(context) })
      return goOn(null, place)
    }, again)
  }

const inConsole = { caching: 'none', anyOrigin: false } as const
const aPage = { 200: { description: 'The page.', type: HTML_TYPE } }
const goesOn = { 303: { description: 'Done; where to go on.' } }
const formAnswers = { ...goesOn, 400: { description: 'Something typed is wrong.', type: HTML_TYPE } }

export const queueRoutes = (ports: QueuePorts): Route[] => [
  {
    ...inConsole,
    method: 'get',
    path: '/console/queue',
    access: 'reviewer',
    summary: 'What waits for review',
    query: queueQuery,
    answers: aPage,
    handle: showQueue(ports),
  },
  {
    ...inConsole,
    method: 'get',
    path: '/console/queue/:id',
    access: 'reviewer',
    summary: 'One submission with its checks',
    query: placeQuery,
    answers: aPage,
    handle: show(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/queue/:id/decide',
    access: 'editor',
    summary: 'Decides, with half a minute to undo it',
    query: placeQuery,
    answers: formAnswers,
    handle: decide(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/queue/:id/recommend',
    access: 'reviewer',
    summary: 'Advises the editors',
    query: placeQuery,
    answers: formAnswers,
    handle: recommend(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/undo',
    access: 'editor',
    summary: 'Takes a decision back that has not taken effect',
    query: placeQuery,
    answers: { ...goesOn, 409: { description: 'It has taken effect.', type: HTML_TYPE } },
    handle: undo(ports),
  },
  {
    ...inConsole,
    method: 'get',
    path: '/console/accept-all',
    access: 'editor',
    summary: 'Asks whether to accept everything that a filter finds; changes nothing',
    query: acceptAllQuery,
    answers: aPage,
    handle: askAcceptAll(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/accept-all',
    access: 'editor',
    summary: 'Accepts everything that a filter finds, with half a minute to undo it',
    query: acceptAllQuery,
    answers: formAnswers,
    handle: acceptAll(ports),
  },
]
