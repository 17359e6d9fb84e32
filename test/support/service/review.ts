import { corePaper } from '../database/stored.ts'
import { type EditorEvent, decidePaper } from '#actions/decisions.ts'
import type { SubmissionState } from '#core/review/submission.ts'
import { leastPaper } from './papers.ts'
import type { TestService } from './test-service.ts'
import assert from 'node:assert/strict'
import { jsonOf } from './responses.ts'
import { type ProposedFields, sourceRecord } from '#core/imports/imported-record.ts'
import type { Notice } from '#core/imports/notice.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { parseImportedPaper, parsePaper } from '#schemas/paper-schema.ts'
import { ingestPapers } from '#actions/submissions.ts'

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

/** The response to a submission, contract 3.1. */
export type Submitted = {
  id: string
  statusUrl: string
  possibleDuplicates: { id: string; title: string; match: string }[]
  ignored: string[]
}

/** A submission as its submitter sees it. */
export type Shown = { id: string; status: string; version: number; note?: string; history: Record<string, string>[] }

export type One = { success: boolean; submission: Shown }

/** The states that a submission gets into by review. */
export const states = ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn', 'retracted'] as const

/** The submission as it is shown under this key. */
export const show = async (service: TestService, key: string, id: string): Promise<Shown> => {
  const response = await service.get(`/api/submissions/${id}`, { 'x-api-key': key })
  assert.equal(response.status, 200)
  return (await jsonOf<One>(response)).submission
}

/** Proposes something for a public paper, as a record that came in would; the number of the proposal. */
export const addProposal = async (
  { store, clock }: Pick<TestService, 'store' | 'clock'>,
  paperId: string,
  fields: ProposedFields,
  notice: Notice | null = null,
): Promise<number> => {
  const at = clock.now().toISOString()
  const record = { format: 'csl-json' as const, position: 'record 1', recordId: null, fields: {}, unmapped: [] }
  const origin = { place: 'a list', fetchedAt: at, onlyOf: null }
  await store.transact(async (tx) => {
    const source = await tx.imports.addSource(
      paperId,
      sourceRecord({ ...record, source: JSON.stringify([paperId, fields, notice]) }, origin),
    )
    await tx.imports.addProposal(paperId, { source, fields, notice, at })
  })
  const proposals = await store.private.imports.listProposals('open', null, 1_000)
  return proposals.at(-1)?.id ?? 0
}

/** Joins a record with these fields to a paper, as one that came in would be; the number of the join. */
export const addJoin = async (
  { store, clock }: Pick<TestService, 'store' | 'clock'>,
  paperId: string,
  fields: { title: string } & Partial<PaperWithText>,
): Promise<number> => {
  const at = clock.now().toISOString()
  const record = { format: 'bibtex' as const, position: 'line 1', recordId: null, fields: {}, unmapped: [] }
  const source = sourceRecord({ ...record, source: fields.title }, { place: 'a.bib', fetchedAt: at })
  const paper = corePaper({ id: 'p0', ...fields })
  await store.transact(async (tx) => {
    const seq = await tx.imports.addSource(paperId, source)
    await tx.joins.add({ paperId, source: seq, match: 'title_year', paper, filled: {}, at })
  })
  return (await store.private.joins.list(at, null, 1))[0]?.id ?? 0
}

/** Stores a candidate as a list that somebody gave would bring it; its number. */
export const addCandidate = (store: Store, given: Record<string, unknown>, at: string): Promise<number> => {
  const recordId = typeof given.id === 'string' ? given.id : 'a record'
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'id'))
  const parsed = parseImportedPaper(fields, new Date(at))
  if (!parsed.ok) throw new Error(parsed.reason)
  const { paper } = parsed
  const record = { format: 'csl-json' as const, position: 'record 1', recordId, fields, unmapped: [] }
  const source = sourceRecord(
    { ...record, source: JSON.stringify(fields) },
    { place: 'a list', fetchedAt: at, onlyOf: null },
  )
  return store.transact(async (tx) => {
    const id = await tx.candidates.add({ paper, doi: null, arxivId: null, listed: null, at })
    await tx.candidates.addRecord(id, { sourceId: null, recordId, source })
    return id
  })
}

const subjects = [
  {
    title: 'Episodic memory of agents',
    abstract:
      'A store of episodes that the agent writes and retrieves. Retrieval from memory keeps long sessions coherent.',
    chapter: 3,
    type: 'system',
    longHorizonScore: 0.7,
    enterpriseScore: 0.2,
    concepts: ['episodic memory', 'memory retrieval'],
  },
  {
    title: 'Audit of permissions in banks',
    abstract:
      'Compliance officers audit permissions of agents in a bank. Regulators demand evidence of each permission.',
    chapter: 7,
    type: 'case_study',
    longHorizonScore: 0.3,
    enterpriseScore: 0.9,
    concepts: ['permission model'],
    frameworkMappings: ['EU AI Act'],
  },
]

/** Accepts this many papers of two subjects, from p101, from which an assessment of another can be learned. */
export const acceptAssessedPapers = async (service: TestService, count: number): Promise<void> => {
  const batch = Array.from({ length: count }, (_, index) => {
    const subject = subjects[index % subjects.length] ?? {}
    const given = {
      ...subject,
      id: `p${101 + index}`,
      title: `${String(Reflect.get(subject, 'title'))}, part ${index}`,
    }
    const read = parsePaper(leastPaper(given), service.clock.now())
    if (!read.ok) throw new Error(JSON.stringify(read.errors))
    return { line: index + 1, paper: read.value.paper }
  })
  await service.run(ingestPapers, { batch, state: 'accepted', actor: 'cli' })
}

/** A submission on the first subject without any assessment. */
export const unassessedPaper = (given: Record<string, unknown> = {}): Record<string, unknown> =>
  leastPaper({
    title: 'Retrieval of episodes from memory',
    abstract:
      'Episodes are written to a memory store. The agent retrieves from this memory in long sessions, by episodic memory.',
    ...given,
  })
