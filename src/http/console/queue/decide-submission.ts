import { getCurrentActor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import type { Context } from 'hono'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import { scheduleDecision } from '#actions/review/schedule-decision.ts'
import { undoBulkDecision } from '#actions/review/undo-bulk-decision.ts'
import { undoDecision } from '#actions/review/undo-decision.ts'
import { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides } from '#core/review/reply-template.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import type { Reply } from '#http/routing/reply.ts'
import { DECISION_FORM_BYTES } from '#http/input/body-limits.ts'
import { readFormBody, type FormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { readQuery } from '#http/input/query.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import { parseAssessmentForm, readAssessmentForm } from './bench/form-values.ts'
import { decisionFormSchema, queueFilterQuery, recommendationFormSchema, undoFormSchema } from './input.ts'
import { redirectToQueue } from './present.ts'
import type { QueuePorts } from './show-queue.ts'
import { findNeighbours, renderSubmission } from './show-submission.ts'

type SubmissionAction = (input: { id: string; actor: string; form: FormBody }) => Promise<unknown>

/** A form on the page of one submission: it leads to the next one, or comes back as it was sent with the reason. */
const handleSubmissionForm =
  (ports: QueuePorts, act: SubmissionAction) =>
  async (context: Context): Promise<Reply> => {
    const place = readQuery(context, queueFilterQuery)
    const id = pathPaperId(context)
    const form = await readFormBody(context, DECISION_FORM_BYTES)
    const { fields } = form
    const { after } = await findNeighbours(ports, place, id)
    const again = ({ message }: Failure) => {
      const assessment = readAssessmentForm(form)
      const typed = {
        note: fields.note ?? '',
        template: fields.template ?? '',
        assessment,
        takenFrom: fields.takenFrom ?? '',
        error: message,
      }
      return renderSubmission(ports, context, { id, place, typed })
    }
    return redisplayForm(async () => {
      await act({ id, actor: getCurrentActor(context), form })
      return redirectToQueue(after, place)
    }, again)
  }

export const decideSubmission = (ports: QueuePorts) =>
  handleSubmissionForm(ports, async ({ id, actor, form }) => {
    const { event, note: typed, template, version, takenFrom: named } = parseInput(decisionFormSchema, form.fields)
    const ready = applyReplyTemplateOverrides(await ports.store.private.replyTemplates.list()).find(
      (each) => each.id === template,
    )
    const note = typed.trim() === '' && ready?.event === event ? ready.body : typed
    const assessment = event === 'accept' ? readAssessmentForm(form) : null
    const assessed = assessment === null ? undefined : parseAssessmentForm(assessment)
    const drafts = named === '' ? [] : await ports.store.private.assessments.listDrafts(id)
    const takenFrom = drafts.find(({ author }) => author === named)?.author
    return ports.run(scheduleDecision, { id, event, note, actor, version, assessed, takenFrom })
  })

export const recommendSubmission = (ports: QueuePorts) =>
  handleSubmissionForm(ports, ({ id, actor, form }) =>
    ports.run(recommendPaper, { id, actor, ...parseInput(recommendationFormSchema, form.fields) }),
  )

export const undoDecisions =
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
