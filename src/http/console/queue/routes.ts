import type { Context } from 'hono'
import { decideLater } from '#actions/decide-later.ts'
import { actorNames } from '#actions/editors.ts'
import { recommendPaper } from '#actions/recommend-paper.ts'
import { showSubmission } from '#actions/show-submission.ts'
import { undoBatch, undoDecision } from '#actions/undo-decision.ts'
import { includesRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides } from '#core/review/reply-template.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { actorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import type { Cursors } from '#http/input/cursor.ts'
import { orFormAgain } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { paperIdOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { decideForm, filterOf, orderOf, placeQuery, queueQuery, recommendForm, undoForm, type Place } from './input.ts'
import { nothingTyped, type Typed } from './pages/decide-form.ts'
import { queuePage } from './pages/queue.ts'
import { submissionPage } from './pages/submission.ts'
import { frameOf, goOn, type FramePorts } from './present.ts'

export type QueuePorts = FramePorts & { cursors: Cursors }

const PAGE = 50

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
  const { replyTemplates, editors } = ports.store.read
  const shown = await showSubmission(ports, id)
  const { submittedBy, keyLabel } = shown.queued
  const nameOf = actorNames(await editors.list())
  return submissionPage(await frameOf(ports, context, place), {
    shown,
    templates: applyReplyTemplateOverrides(await replyTemplates.list()),
    neighbours: await neighboursOf(ports, place, id),
    nameOf: (actor) => (keyLabel !== null && actor === `key:${submittedBy}` ? keyLabel : nameOf(actor)),
    typed,
  })
}

const show =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Answer> => {
    const place = readQuery(context, placeQuery)
    return page(200, await openSubmission(ports, context, { id: paperIdOf(context), place, typed: nothingTyped }))
  }

type Act = (wish: { id: string; actor: string; fields: Record<string, string> }) => Promise<unknown>

/** A form on the page of one submission: done, it leads to the next; refused, it comes back as it was typed. */
const onSubmission =
  (ports: QueuePorts, act: Act) =>
  async (context: Context): Promise<Answer> => {
    const place = readQuery(context, placeQuery)
    const id = paperIdOf(context)
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
    const ready = applyReplyTemplateOverrides(await ports.store.read.replyTemplates.list()).find(
      (each) => each.id === template,
    )
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
]
