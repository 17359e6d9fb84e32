import type { EditorEvent } from '#actions/review/parse-decision-note.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import { leastPaper } from './papers.ts'
import type { TestService } from './test-service.ts'

/** An editor looks at a paper and decides on it. */
export const decide = async (
  { store, run }: Pick<TestService, 'run' | 'store'>,
  id: string,
  event: EditorEvent,
  note: string | null = event === 'accept' ? null : 'Because of the test.',
): Promise<SubmissionState> => {
  const version = (await store.private.submissions.findWithoutHistory(id))?.version ?? null
  return run(decidePaper, { id, version, event, note, actor: 'editor:test' })
}

/** Submits a paper over HTTP; a test that expects a refusal sends its own request. */
export const submit = async (service: TestService, key: string, paper: Record<string, unknown>): Promise<Response> => {
  const response = await service.send('POST', '/api/papers', paper, { 'x-api-key': key })
  if (response.status !== 201) throw new Error(`refused with ${response.status}: ${await response.text()}`)
  return response
}

/** The states that decisions and the submitter lead to. */
type StateByReview = Exclude<SubmissionState, 'merged'>

/** The way from a submission into each state of the review. */
const ways: Record<StateByReview, EditorEvent[]> = {
  pending: [],
  changes_requested: ['ask'],
  accepted: ['accept'],
  rejected: ['reject'],
  withdrawn: [],
  retracted: ['accept', 'retract'],
}

/** Submits a paper and brings it into a state. */
export const submitInto = async (
  service: TestService,
  { key, state, paper }: { key: string; state: StateByReview; paper: Record<string, unknown> },
): Promise<void> => {
  const whole = leastPaper(paper)
  await submit(service, key, whole)
  const id = String(whole.id)
  for (const event of ways[state]) await decide(service, id, event)
  if (state === 'withdrawn') await service.send('DELETE', `/api/submissions/${id}`, '', { 'x-api-key': key })
}
