import type { Context } from 'hono'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import { scheduleDecision } from '#actions/review/schedule-decision.ts'
import { undoBulkDecision } from '#actions/review/undo-bulk-decision.ts'
import { undoDecision } from '#actions/review/undo-decision.ts'
import type { RunAction } from '#actions/run-action.ts'
import { actorNames, includesRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides } from '#core/review/reply-template.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { getSubmissionDetails } from '#queries/get-submission-details.ts'
import { getCurrentActor } from '#http/auth/authorize.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Cursors } from '#http/input/cursor.ts'
import { redisplayForm } from '#http/input/redisplay-form.ts'
import { parseInput, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  reviewerRoute,
} from '#http/console/console-route.ts'
import {
  decisionFormSchema,
  toQueueFilter,
  toQueueOrder,
  queueFilterQuery,
  queueQuery,
  recommendationFormSchema,
  undoFormSchema,
  type QueueSelection,
} from './input.ts'
import { emptyDecisionForm, type DecisionFormValues } from './pages/decide-form.ts'
import { queuePage } from './pages/queue.ts'
import { submissionPage } from './pages/submission.ts'
import { queueContext, redirectToQueue, type QueueContextPorts } from './present.ts'

export type QueuePorts = QueueContextPorts & { run: RunAction; cursors: Cursors }

const PAGE_SIZE = 50

const showQueue =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const { cursor, ...place } = readQuery(context, queueQuery)
    const { queue } = ports.store.private
    const [filter, order] = [toQueueFilter(place), toQueueOrder(place)]
    const question = `console queue ${JSON.stringify([order, filter])}`
    const after = ports.cursors.read(question, cursor)
    const { papers, next } = await queue.list(filter, { order, after, limit: PAGE_SIZE })
    const frame = await queueContext(ports, context, place)
    const total = await queue.count(filter)
    const canAcceptAll = place.state === 'pending' && total > 1 && includesRole(frame.editor.role, 'editor')
    const nextCursor = next === null ? null : ports.cursors.sign(question, next)
    return page(200, queuePage(frame, { papers, total, next: nextCursor, canAcceptAll }))
  }

const findNeighbours = ({ store }: QueuePorts, place: QueueSelection, id: string) =>
  store.private.queue.neighbours(toQueueFilter(place), toQueueOrder(place), id)

const renderSubmission = async (
  ports: QueuePorts,
  context: Context,
  { id, place, typed: values }: { id: string; place: QueueSelection; typed: DecisionFormValues },
): Promise<{ toString(): string }> => {
  const { replyTemplates, editors } = ports.store.private
  const submission = await getSubmissionDetails(ports.store.private, { id, now: ports.clock.now() })
  const { submittedBy, keyLabel } = submission.queued
  const nameOf = actorNames(await editors.list())
  return submissionPage(await queueContext(ports, context, place), {
    submission,
    templates: applyReplyTemplateOverrides(await replyTemplates.list()),
    neighbours: await findNeighbours(ports, place, id),
    nameOf: (actor) => (keyLabel !== null && actor === `key:${submittedBy}` ? keyLabel : nameOf(actor)),
    values,
  })
}

const show =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const place = readQuery(context, queueFilterQuery)
    return page(
      200,
      await renderSubmission(ports, context, { id: pathPaperId(context), place, typed: emptyDecisionForm }),
    )
  }

type SubmissionAction = (typed: { id: string; actor: string; fields: Record<string, string> }) => Promise<unknown>

/** A form on the page of one submission: done, it leads to the next; refused, it comes back as it was typed. */
const handleSubmissionForm =
  (ports: QueuePorts, act: SubmissionAction) =>
  async (context: Context): Promise<Reply> => {
    const place = readQuery(context, queueFilterQuery)
    const id = pathPaperId(context)
    const { fields } = await readFormBody(context)
    const { after } = await findNeighbours(ports, place, id)
    const again = ({ message }: Failure) => {
      const typed = { note: fields.note ?? '', template: fields.template ?? '', error: message }
      return renderSubmission(ports, context, { id, place, typed })
    }
    return redisplayForm(async () => {
      await act({ id, actor: getCurrentActor(context), fields })
      return redirectToQueue(after, place)
    }, again)
  }

const decide = (ports: QueuePorts) =>
  handleSubmissionForm(ports, async ({ id, actor, fields }) => {
    const { event, note: typed, template, version } = parseInput(decisionFormSchema, fields)
    const ready = applyReplyTemplateOverrides(await ports.store.private.replyTemplates.list()).find(
      (each) => each.id === template,
    )
    const note = typed.trim() === '' && ready?.event === event ? ready.body : typed
    return ports.run(scheduleDecision, { id, event, note, actor, version })
  })

const recommend = (ports: QueuePorts) =>
  handleSubmissionForm(ports, ({ id, actor, fields }) =>
    ports.run(recommendPaper, { id, actor, ...parseInput(recommendationFormSchema, fields) }),
  )

const undo =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const place = readQuery(context, queueFilterQuery)
    const { id = '', batch = '' } = parseInput(undoFormSchema, (await readFormBody(context)).fields)
    const actor = getCurrentActor(context)
    if (batch !== '') {
      await ports.run(undoBulkDecision, { batch, actor })
      return redirectToQueue(null, place)
    }
    if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
    await ports.run(undoDecision, { id, actor })
    return redirectToQueue(id, place)
  }

const formResponses = { ...redirectResponse, 400: htmlResponse('Something typed is wrong.') }

export const queueRoutes = (ports: QueuePorts): Route[] => [
  {
    ...reviewerRoute,
    method: 'get',
    path: '/console/queue',
    summary: 'What waits for review',
    query: queueQuery,
    responses: pageResponse,
    handle: showQueue(ports),
  },
  {
    ...reviewerRoute,
    method: 'get',
    path: '/console/queue/:id',
    summary: 'One submission with its checks',
    query: queueFilterQuery,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/queue/:id/decide',
    summary: 'Decides, with half a minute to undo it',
    query: queueFilterQuery,
    responses: formResponses,
    handle: decide(ports),
  },
  {
    ...reviewerRoute,
    method: 'post',
    path: '/console/queue/:id/recommend',
    summary: 'Advises the editors',
    query: queueFilterQuery,
    responses: formResponses,
    handle: recommend(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/undo',
    summary: 'Takes a decision back that has not taken effect',
    query: queueFilterQuery,
    responses: { ...redirectResponse, 409: htmlResponse('It has taken effect.') },
    handle: undo(ports),
  },
]
