import type { Context } from 'hono'
import { undoBatch } from '#actions/editorial/bulk-changes.ts'
import { recommendPaper } from '#actions/recommendations.ts'
import type { RunAction } from '#actions/run-action.ts'
import { scheduleTypedDecision, undoDecision } from '#actions/scheduled-decisions.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { actorNames, includesRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { applyReplyTemplateOverrides } from '#core/review/reply-template.ts'
import { UNDO_SECONDS } from '#core/review/undo.ts'
import { splitSectionsInSteps } from '#core/text/split-sections.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
  reviewerRoute,
} from '#http/console/console-route.ts'
import { findShownProvenance } from '#http/console/pages/provenance.ts'
import { type DecisionFormValues, emptyDecisionForm, previewPage } from '#http/console/queue/pages/decision-form.ts'
import { excerptMarkdown, fullTextExcerpt, type UndoableDecision } from '#http/console/queue/pages/parts.ts'
import { MOST_NOTICED, type QueueContext, queuePage } from '#http/console/queue/pages/queue.ts'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { submissionPage } from '#http/console/queue/pages/submission.ts'
import { DECISION_FORM_BYTES, type FormBody, readFormBody } from '#http/input/body.ts'
import { noParameters, pathPaperId, readQuery } from '#http/input/query.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { page, type Reply, seeOther, TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { doInTurns, turnAfter } from '#http/routing/turns.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { renderTexts } from '#queries/rendered-texts.ts'
import { getSubmissionDetails } from '#queries/submissions.ts'
import type { SuggestAssessment } from '#queries/suggest-assessment.ts'
import { parseInput } from '#schemas/validate.ts'
import {
  findOpenAssessment,
  formOf,
  parseAssessmentForm,
  readAssessmentForm,
  validateAssessmentForm,
} from './assessment-form.ts'
import { previewAssessment } from './assessment-preview.ts'
import {
  decisionFormSchema,
  queueFilterQuery,
  queueQuery,
  queueSearchParams,
  type QueueSelection,
  recommendationFormSchema,
  submissionQuery,
  toQueueFilter,
  toQueueOrder,
  undoFormSchema,
} from './input.ts'
import type { LiveSite } from '#ports/site.ts'

export type QueueContextPorts = {
  store: Store
  markdown: MarkdownRenderer
  clock: Clock
  site: LiveSite
  requireAssessment: AssessmentRule
}

const MAX_UNDO_SHOWN = 3

/** The decisions that this editor can still undo. A bulk decision is one entry. */
const findUndoable = async ({ store }: QueueContextPorts, actor: string, now: Date): Promise<UndoableDecision[]> => {
  const { decisions } = store.private
  const made = (await decisions.listByActor(actor, MAX_UNDO_SHOWN)).filter(({ dueAt }) => dueAt > now.toISOString())
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

export const queueContext = async (
  ports: QueueContextPorts,
  context: Context,
  selection: QueueSelection,
): Promise<QueueContext> => {
  const now = ports.clock.now()
  const undoable = await findUndoable(ports, getCurrentActor(context), now)
  const { site, requireAssessment } = ports
  const words = site.current()
  return { site, words, requireAssessment, editor: getCurrentEditor(context), selection, undoable, now }
}

/** The next paper, or the list. */
export const redirectToQueue = (next: string | null, selection: QueueSelection): Reply =>
  seeOther(`/console/queue${next === null ? '' : `/${next}`}${queueSearchParams(selection)}`)

const findNeighbours = ({ store }: QueuePorts, selection: QueueSelection, id: string) =>
  store.private.queue.neighbours(toQueueFilter(selection), toQueueOrder(selection), id)

const renderSubmission = async (
  ports: QueuePorts,
  context: Context,
  { id, selection, typed: values }: { id: string; selection: QueueSelection; typed: DecisionFormValues },
): Promise<{ toString(): string }> => {
  const { replyTemplates, editors } = ports.store.private
  const submission = await getSubmissionDetails(ports.store.private, { id, now: ports.clock.now() })
  const { submittedBy, keyLabel } = submission.queued
  const frame = await queueContext(ports, context, selection)
  const { commentary, fullText } = submission.paper
  await turnAfter(fullText)
  const text =
    fullText === null ? null : fullTextExcerpt(await doInTurns(splitSectionsInSteps(fullText)), fullText.length)
  await turnAfter(fullText)
  const shown = [...(commentary === null ? [] : [commentary]), ...(text === null ? [] : excerptMarkdown(text))]
  const nameOf = actorNames(await editors.list())
  return submissionPage(frame, {
    submission,
    templates: applyReplyTemplateOverrides(await replyTemplates.list()),
    neighbours: await findNeighbours(ports, selection, id),
    nameOf: (actor) => (keyLabel !== null && actor === `key:${submittedBy}` ? keyLabel : nameOf(actor)),
    values,
    openAssessment: await findOpenAssessment(ports, {
      submission,
      editor: frame.editor,
      typed: values.assessment,
      take: values.take,
      takenFrom: values.takenFrom,
    }),
    provenance: await findShownProvenance(ports.store.private, submission.paper),
    chapters: await ports.store.private.chapters.names(),
    text,
    files: await ports.store.private.files.getByPaper(id),
    markupOf: await renderTexts(ports.markdown, shown),
  })
}

/** The whole full text as submitted; the page of a submission shows only its beginning. */
const showQueuedText =
  ({ store }: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const id = pathPaperId(context)
    const text = (await store.private.papers.findByIds([id])).get(id)?.fullText ?? null
    if (text === null) throw new Failure('not_found', `The paper ${id} has no full text.`)
    return { status: 200, body: text, type: TEXT_TYPE, headers: {} }
  }

const showQueuedSubmission =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const { draft: takenFrom, ...selection } = readQuery(context, submissionQuery)
    const typed = { ...emptyDecisionForm, takenFrom }
    return page(200, await renderSubmission(ports, context, { id: pathPaperId(context), selection, typed }))
  }

/** The form as it was sent. */
const sentValues = (form: FormBody): DecisionFormValues => ({
  note: form.fields.note ?? '',
  template: form.fields.template ?? '',
  assessment: readAssessmentForm(form),
  take: form.fields.take ?? null,
  takenFrom: form.fields.takenFrom ?? '',
  error: null,
})

/** What is typed as readers and agents would get it, alone: it follows each pause of typing. Stores nothing. */
const previewDecision =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, DECISION_FORM_BYTES)
    const id = pathPaperId(context)
    const values = readAssessmentForm(form)
    const paper = (await ports.store.private.papers.findByIds([id])).get(id)
    if (paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
    if (values === null) throw new Failure('invalid', 'The form has no assessment.')
    const preview = await previewAssessment(ports, {
      paper,
      assessed: validateAssessmentForm(values),
      commentary: values.houseCommentary,
      drafts: await ports.store.private.assessments.listDrafts(id),
      takenFrom: form.fields.takenFrom ?? '',
      actor: getCurrentActor(context),
    })
    return page(200, previewPage(id, preview))
  }

/** Shows the form again, with the suggestion taken whose button sent it. Nothing is stored. */
const takeSuggestion =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const selection = readQuery(context, queueFilterQuery)
    const typed = sentValues(await readFormBody(context, DECISION_FORM_BYTES))
    return page(200, await renderSubmission(ports, context, { id: pathPaperId(context), selection, typed }))
  }

type SubmissionAction = (input: { id: string; actor: string; editorId: string; form: FormBody }) => Promise<unknown>

/** Handles a form on the page of a submission: goes to the next submission, or shows the form again with the error. */
const handleSubmissionForm =
  (ports: QueuePorts, act: SubmissionAction) =>
  async (context: Context): Promise<Reply> => {
    const selection = readQuery(context, queueFilterQuery)
    const id = pathPaperId(context)
    const form = await readFormBody(context, DECISION_FORM_BYTES)
    const { after } = await findNeighbours(ports, selection, id)
    const redisplay = ({ message }: Failure) =>
      renderSubmission(ports, context, { id, selection, typed: { ...sentValues(form), error: message } })
    return redisplayForm(async () => {
      await act({ id, actor: getCurrentActor(context), editorId: getCurrentEditor(context).id, form })
      return redirectToQueue(after, selection)
    }, redisplay)
  }

const decideSubmission = (ports: QueuePorts) =>
  handleSubmissionForm(ports, async ({ id, actor, editorId, form }) => {
    const { event, note: written, template, version, takenFrom: named } = parseInput(decisionFormSchema, form.fields)
    const chosen = applyReplyTemplateOverrides(await ports.store.private.replyTemplates.list()).find(
      ({ id: templateId }) => templateId === template,
    )
    const note = written.trim() === '' && chosen?.event === event ? chosen.body : written
    const assessment = event === 'accept' ? readAssessmentForm(form) : null
    const assessed = assessment === null ? undefined : parseAssessmentForm(assessment)
    const drafts = named === '' ? [] : await ports.store.private.assessments.listDrafts(id)
    const takenFrom = drafts.find(({ author }) => author === named)?.author
    const typed = { editorId, form: formOf(id) }
    return ports.run(scheduleTypedDecision, { id, event, note, actor, version, assessed, takenFrom, typed })
  })

const recommendSubmission = (ports: QueuePorts) =>
  handleSubmissionForm(ports, ({ id, actor, form }) =>
    ports.run(recommendPaper, { id, actor, ...parseInput(recommendationFormSchema, form.fields) }),
  )

const undoDecisions =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const selection = readQuery(context, queueFilterQuery)
    const { id = '', batch = '' } = parseInput(undoFormSchema, (await readFormBody(context)).fields)
    const actor = getCurrentActor(context)
    if (batch !== '') {
      await ports.run(undoBatch, { batch, actor })
      return redirectToQueue(null, selection)
    }
    if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
    await ports.run(undoDecision, { id, actor })
    return redirectToQueue(id, selection)
  }

type QueuePorts = QueueContextPorts & { run: RunAction; cursors: Cursors; suggestAssessment: SuggestAssessment }

const showQueue =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const { cursor, selected, changed, ...selection } = readQuery(context, queueQuery)
    const reader = ports.store.private
    const [filter, order] = [toQueueFilter(selection), toQueueOrder(selection)]
    const question = `console queue ${JSON.stringify([order, filter])}`
    const after = ports.cursors.read(question, cursor)
    const { papers, next } = await reader.queue.list(filter, { order, after, limit: LIST_PAGE_SIZE })
    const frame = await queueContext(ports, context, selection)
    const total = await reader.queue.count(filter)
    const isEditor = includesRole(frame.editor.role, 'editor')
    const waiting = isEditor ? await reader.waiting.counts(MOST_NOTICED + 1) : null
    const view = {
      papers,
      total,
      isFirst: cursor === undefined,
      next: next === null ? null : ports.cursors.sign(question, next),
      isSelected: selected !== undefined,
      chapters: isEditor ? await reader.chapters.names() : [],
      changed: changed === undefined || !isEditor ? null : await reader.bulkChanges.find(changed),
      views: isEditor ? await listViews(reader, frame.editor, 'queue') : null,
      proposed: waiting?.proposals ?? 0,
      unassessed: waiting?.unassessed ?? 0,
    }
    return page(200, queuePage(frame, view))
  }

const formResponses = { ...redirectResponse, 400: htmlResponse('A field is invalid.') }

export const queueRoutes = (ports: QueuePorts): Route[] => [
  {
    ...reviewerRoute,
    method: 'get',
    path: '/console/queue',
    summary: 'Papers waiting for review',
    query: queueQuery,
    responses: pageResponse,
    handle: showQueue(ports),
  },
  {
    ...reviewerRoute,
    method: 'get',
    path: '/console/queue/:id',
    summary: 'One submission with its checks',
    query: submissionQuery,
    responses: pageResponse,
    handle: showQueuedSubmission(ports),
  },
  {
    ...reviewerRoute,
    method: 'get',
    path: '/console/queue/:id/text',
    summary: 'The whole full text of a submission',
    query: noParameters,
    responses: { 200: { description: 'The text.', type: TEXT_TYPE }, 404: htmlResponse('It has no full text.') },
    handle: showQueuedText(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/queue/:id/decide',
    summary: `Decides; can be undone for ${UNDO_SECONDS} seconds`,
    query: queueFilterQuery,
    responses: formResponses,
    handle: decideSubmission(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/queue/:id/take',
    summary: 'Fills the form with a suggestion and shows it again; stores nothing',
    query: queueFilterQuery,
    responses: pageResponse,
    handle: takeSuggestion(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/queue/:id/preview',
    summary: 'Previews an assessment; stores nothing',
    responses: pageResponse,
    handle: previewDecision(ports),
  },
  {
    ...reviewerRoute,
    method: 'post',
    path: '/console/queue/:id/recommend',
    summary: 'Recommends a decision to the editors',
    query: queueFilterQuery,
    responses: formResponses,
    handle: recommendSubmission(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/undo',
    summary: 'Undoes a decision that has not taken effect yet',
    query: queueFilterQuery,
    responses: { ...redirectResponse, 409: htmlResponse('The decision has already taken effect.') },
    handle: undoDecisions(ports),
  },
]
