import { scheduleDecision } from '#actions/review/schedule-decision.ts'
import type { Verdict } from '#core/review/submission-state.ts'
import { engines } from '../database/engines.ts'
import { leastPaper } from '../service/papers.ts'
import { jsonOf } from '../service/read-responses.ts'
import { submit } from '../service/review.ts'
import { startTestService, type TestService } from '../service/test-service.ts'

export const ADA = 'editor:ada'

/** The whole queue. */
export const all = { submittedBy: null, session: null, maxRisk: null }

/** An editor decides in the console. */
export const click = (service: TestService, id: string, event: Verdict, actor = ADA) =>
  service.run(scheduleDecision, { id, event, note: event === 'accept' ? null : 'Because.', actor, version: null })

/** State and note as the submitter sees them. */
export const statusOf = async (
  service: TestService,
  key: string,
  id: string,
): Promise<{ status: string; note?: string }> => {
  const response = await service.get(`/api/submissions/${id}`, { 'x-api-key': key })
  return (await jsonOf<{ submission: { status: string; note?: string } }>(response)).submission
}

/** A service with pending papers p1, p2, … under one key. */
export const withSubmissions = async (
  t: Parameters<typeof startTestService>[0],
  count: number,
  engine = engines[0],
) => {
  const service = await startTestService(t, engine === undefined ? {} : { engine })
  const key = await service.key()
  for (let number = 1; number <= count; number += 1) await submit(service, key, leastPaper({ id: `p${number}` }))
  return { service, key }
}
