import { UNDO_SECONDS } from '#core/review/pending-decision.ts'
import { assessmentSuggester } from '#queries/assessment/suggest-assessment.ts'
import { noParameters } from '#http/input/query.ts'
import { TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  reviewerRoute,
} from '#http/console/console-route.ts'
import { queueFilterQuery, queueQuery, submissionQuery } from './input.ts'
import { showQueue, type QueuePorts } from './show-queue.ts'
import { showQueuedSubmission, showQueuedText } from './show-submission.ts'
import { decideSubmission, recommendSubmission, undoDecisions } from './decide-submission.ts'

const formResponses = { ...redirectResponse, 400: htmlResponse('A field is invalid.') }

const queueRows = (ports: QueuePorts): Route[] => [
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
    responses: { 200: { description: 'The text.', type: TEXT_TYPE }, 404: htmlResponse('There is none.') },
    handle: showQueuedText(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/queue/:id/decide',
    summary: `Decides, with ${UNDO_SECONDS} seconds to undo it`,
    query: queueFilterQuery,
    responses: formResponses,
    handle: decideSubmission(ports),
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
    responses: { ...redirectResponse, 409: htmlResponse('It has taken effect.') },
    handle: undoDecisions(ports),
  },
]

/** What was learned of the accepted papers is kept from one page to the next. */
export const queueRoutes = (ports: Omit<QueuePorts, 'suggestAssessment'>): Route[] =>
  queueRows({ ...ports, suggestAssessment: assessmentSuggester() })
