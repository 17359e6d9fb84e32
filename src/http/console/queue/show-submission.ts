import type { Context } from 'hono'
import { actorNames } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides } from '#core/review/reply-template.ts'
import { getSubmissionDetails } from '#queries/get-submission-details.ts'
import { renderTexts } from '#queries/render-kept-texts.ts'
import { page, TEXT_TYPE, type Reply } from '#http/routing/reply.ts'
import { noParameters, readQuery } from '#http/input/query.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import { toQueueFilter, toQueueOrder, submissionQuery, type QueueSelection } from './input.ts'
import { findBench } from './bench/find-bench.ts'
import { emptyDecisionForm, type DecisionFormValues } from './pages/decide-form.ts'
import { markdownOfProposed, proposedText } from './pages/proposed-text.ts'
import { submissionPage } from './pages/submission.ts'
import { queueContext } from './present.ts'
import type { QueuePorts } from './show-queue.ts'

export const findNeighbours = ({ store }: QueuePorts, place: QueueSelection, id: string) =>
  store.private.queue.neighbours(toQueueFilter(place), toQueueOrder(place), id)

export const renderSubmission = async (
  ports: QueuePorts,
  context: Context,
  { id, place, typed: values }: { id: string; place: QueueSelection; typed: DecisionFormValues },
): Promise<{ toString(): string }> => {
  const { replyTemplates, editors } = ports.store.private
  const submission = await getSubmissionDetails(ports.store.private, { id, now: ports.clock.now() })
  const { submittedBy, keyLabel } = submission.queued
  const frame = await queueContext(ports, context, place)
  const { commentary, fullText } = submission.paper
  const text = proposedText(fullText)
  const shown = [...(commentary === null ? [] : [commentary]), ...(text === null ? [] : markdownOfProposed(text))]
  const nameOf = actorNames(await editors.list())
  return submissionPage(frame, {
    submission,
    templates: applyReplyTemplateOverrides(await replyTemplates.list()),
    neighbours: await findNeighbours(ports, place, id),
    nameOf: (actor) => (keyLabel !== null && actor === `key:${submittedBy}` ? keyLabel : nameOf(actor)),
    values,
    bench: await findBench(ports, {
      submission,
      editor: frame.editor,
      typed: values.assessment,
      takenFrom: values.takenFrom,
      nameOf,
    }),
    chapters: await ports.store.private.chapters.names(),
    text,
    files: await ports.store.private.files.ofPaper(id),
    markupOf: await renderTexts(ports.markdown, shown),
  })
}

/** The whole full text, as it was sent: the page of a submission shows its beginning. */
export const showQueuedText =
  ({ store }: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const id = pathPaperId(context)
    const text = (await store.private.papers.findByIds([id])).get(id)?.fullText ?? null
    if (text === null) throw new Failure('not_found', `The paper ${id} has no full text.`)
    return { status: 200, body: text, type: TEXT_TYPE, headers: {} }
  }

export const showQueuedSubmission =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const { draft: takenFrom, ...place } = readQuery(context, submissionQuery)
    const typed = { ...emptyDecisionForm, takenFrom }
    return page(200, await renderSubmission(ports, context, { id: pathPaperId(context), place, typed }))
  }
