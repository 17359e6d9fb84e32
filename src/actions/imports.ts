import { type LibraryWords, wordsOf } from '#core/papers/library-words.ts'
import type { ActionContext } from './run-action.ts'
import { decidePaper } from './decisions.ts'
import {
  COMPARED,
  findNews,
  findNoticed,
  isAboutOthers,
  ownNotices,
  proposeNews,
  reportNews,
  tellNoticed,
} from './notices.ts'
import { savePaperVersion } from './papers.ts'
import { isHeld } from '#core/assessment/assessment-rule.ts'
import { Failure } from '#core/failure.ts'
import { enrichment, proposedAnew, type SourceRecord, withProposed } from '#core/imports/imported-record.ts'
import { isRetracting, noticeLine, type RecordedNotice, withNotices } from '#core/imports/notice.ts'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { isCitationSource } from '#core/citations/match-cited-work.ts'
import type { UnsureField } from '#core/review/unsure-fields.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { filledFields } from '#core/imports/join.ts'
import { bestVisibleMatch, byIdentifierOnly, visibleToCompare } from '#core/imports/found-work.ts'
import { type Identifiers, withIdentifiers } from '#core/papers/identifiers.ts'
import type { WorkMatch } from '#core/papers/same-work/same-work.ts'
import { workSet } from '#core/papers/same-work/work-set.ts'
import { listedKeys } from '#core/sources/candidate.ts'
import {
  checkSubmission,
  isSimilarTitle,
  withPapersToCompare,
  withUnsureFields,
  type CheckReport,
} from '#core/review/checks.ts'
import { isInReview } from '#core/review/submission.ts'
import type { ImportReader, WorkCandidate } from '#ports/store/imports.ts'
import type { NewPaper } from '#ports/store/papers.ts'

/**
 * Accepts what records propose for a public paper, or rejects it; returns the paper's id and new version. The paper gets the
 * proposed fields as a new version, or is retracted if its work was withdrawn, retracted or deleted; it has no new version then. Throws `not_found`, and `wrong_state` for a proposal that was already decided on, or a paper that was merged.
 */
export const decideProposal = async (
  tx: ActionContext,
  { id, decision, actor }: { id: number; decision: 'take' | 'leave'; actor: string },
): Promise<{ paperId: string; version: number | null }> => {
  const proposal = await tx.imports.findProposal(id)
  if (proposal === null) throw new Failure('not_found', `There is no proposal ${id}.`)
  const { paperId, notices } = proposal
  if (proposal.state !== 'open') throw new Failure('wrong_state', `The proposal ${id} has already been decided on.`)
  const at = tx.now.toISOString()
  if (decision === 'leave') {
    await tx.imports.decideProposal(id, { state: 'left', actor, at })
    await tx.audit.record({ at, actor, act: 'proposal.leave', subject: paperId, before: null, after: { proposal: id } })
    return { paperId, version: null }
  }
  if (notices.some(isRetracting)) {
    await decidePaper(tx, { id: paperId, event: 'retract', note: notices.map(noticeLine).join('\n'), actor })
    await tx.imports.decideProposal(id, { state: 'taken', actor, at })
    return { paperId, version: null }
  }
  // Applied to the current version, so that later edits stay.
  const change = (paper: PaperWithText): PaperWithText => withProposed(paper, proposal)
  const version = await savePaperVersion(tx, { id: paperId, change, version: null, actor, act: 'proposal.take' })
  await tx.imports.decideProposal(id, { state: 'taken', actor, at })
  return { paperId, version }
}

/** A validated record. Its paper gets an id when it is stored. */
export type CheckedRecord = {
  position: string
  paper: PaperWithText
  source: SourceRecord
  notices?: readonly RecordedNotice[]
  /** Identifiers of other versions of the work, such as its preprint. */
  versions?: readonly Identifiers[]
  /** The works that it cites. */
  references?: readonly CitedWork[]
  /** For a pending paper: what the checks found. */
  checkReport?: CheckReport | undefined
  /** Fields that may have been read wrongly: the paper always waits for review, and nothing is proposed from the record. */
  unsure?: readonly UnsureField[]
}

export const importOutcomes = ['stored', 'unchanged', 'enriched', 'proposed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** The outcome for a record. `match` is what identified it as the same work. */
export type ImportedPaper = {
  position: string
  outcome: ImportOutcome
  id: string
  match: WorkMatch | 'record' | null
  /** Fields that were filled or proposed. */
  fields: string[]
  /** Ids of papers that may be the same work as a new one, to be compared by a person. */
  toCompare: string[]
  /** Whether it was to be public, and waits in review for an assessment or another chapter. */
  isHeld?: boolean
}

type ImportRecordsInput = {
  batch: readonly CheckedRecord[]
  state: NewPaper['state']
  actor: string
  /** For pending papers: the name of the ingestion session. */
  session: string | null
  /** The importer who must neither see nor change unpublished papers of others; null for editors, who may. */
  onlyOf: string | null
}

/** `chapters` and `words` are those of the library. */
type Step = {
  tx: ActionContext
  actor: string
  at: string
  chapters: readonly NamedChapter[]
  words: LibraryWords
}

/** Whether a record that was to be public has to be assessed first, or to get another chapter. */
const holdsRecord = (
  { tx: { requireAssessment: rule }, actor, chapters, words }: Step,
  { state }: Pick<ImportRecordsInput, 'state'>,
  paper: PaperWithText,
): boolean => state === 'accepted' && isHeld({ rule, actor, chapters, words }, paper)

/** Adds the papers of records that describe no stored work; returns their ids. */
const addPapers = async (
  step: Step,
  records: readonly CheckedRecord[],
  { state, session }: ImportRecordsInput,
): Promise<string[]> => {
  const { tx, actor, at } = step
  const ids = await tx.imports.allocateIds(records.length)
  const added = records.map((record, index) => {
    const paper = { ...record.paper, id: ids[index] ?? '' }
    const isReviewed = state === 'pending' || record.unsure !== undefined || holdsRecord(step, { state }, paper)
    if (!isReviewed) return { paper, state, submittedBy: null, actor, at, checked: undefined }
    const checked =
      record.checkReport ?? withUnsureFields(checkSubmission(paper, { now: tx.now, alike: [] }), record.unsure)
    const checkReport = withNotices(checked, ownNotices(record))
    return { paper, state: 'pending' as const, submittedBy: null, actor, at, checked: { checkReport, session } }
  })
  await tx.papers.add(added)
  await tx.imports.addSources(records.map(({ source }, index) => ({ paperId: ids[index] ?? '', source })))
  return ids
}

/**
 * Papers that are or may be the work of a record: by what it says of itself, and by other versions that it names. With a title that has
 * little in common, a person has to compare them.
 */
export const candidatesOf = async (
  { imports }: { imports: Pick<ImportReader, 'workCandidates'> },
  { paper, versions = [] }: Pick<CheckedRecord, 'paper' | 'versions'>,
): Promise<WorkCandidate[]> => {
  const own = await imports.workCandidates(withIdentifiers(paper))
  const named: WorkCandidate[] = []
  for (const identifiers of versions) {
    const found = await imports.workCandidates({ title: '', authors: [], year: 0, ...identifiers })
    for (const other of found)
      if (other.match === 'doi' || other.match === 'arxiv')
        named.push({ ...other, match: isSimilarTitle(other.paper.title, paper.title) ? 'version' : 'perhaps' })
  }
  const sure = new Set(own.filter(({ match }) => match !== 'perhaps').map((one) => one.paper.id))
  const added = named.filter(({ paper: { id } }) => !sure.has(id))
  const ids = new Set(added.map((one) => one.paper.id))
  return [...own.filter((one) => !ids.has(one.paper.id)), ...added]
}

/** Fills a paper in review at once; for a public one, an editor must accept the proposal. */
const enrich = async (
  { tx, actor, at }: Step,
  record: CheckedRecord,
  found: Pick<WorkCandidate, 'paper' | 'state'> & { match: WorkMatch },
): Promise<ImportedPaper> => {
  const { id } = found.paper
  const isWaiting = isInReview(found.state)
  const all = found.state === 'accepted' || isWaiting ? await findNews(tx, record, found.paper) : []
  // Nobody decides on a proposal for a paper in review: what happened to its work is a finding there.
  if (isWaiting) await reportNews(tx, id, all)
  const news = isWaiting ? [] : all
  const source = await tx.imports.addSource(id, record.source)
  const takes = record.unsure === undefined && (isInReview(found.state) || found.state === 'accepted')
  const fields = takes ? enrichment(found.paper, record.paper) : {}
  const filled = filledFields(found.paper, fields)
  const { fullText: _text, ...paper } = record.paper
  await tx.joins.add({ paperId: id, source, match: found.match, paper, filled, at })
  const names = [...new Set([fields, ...news.map((one) => one.fields)].flatMap(Object.keys))]
  const result = { position: record.position, id, match: found.match, fields: names, toCompare: [] }
  if (found.state === 'accepted') {
    const before = await tx.imports.listRecordedProposals(id, COMPARED)
    const anew = proposedAnew(fields, { source: record.source, before })
    if (Object.keys(anew).length > 0) await tx.imports.addProposal(id, { source, fields: anew, notice: null, at })
    await proposeNews(tx, news, { paperId: id, source: { seq: source, origin: record.source } })
    // Whoever sent the record does not learn what others proposed or editors dismissed.
    return { ...result, outcome: names.length === 0 && news.length === 0 ? 'unchanged' : 'proposed' }
  }
  if (names.length === 0) return { ...result, outcome: 'unchanged' }
  const { after } = await tx.papers.revise(id, { actor, at }, (stored) => ({ ...stored.paper, ...fields }))
  const { format, place } = record.source
  await tx.audit.record({
    at,
    actor,
    act: 'paper.enrich',
    subject: id,
    before: null,
    after: { version: after.version, match: found.match, format, place, fields: names },
  })
  return { ...result, outcome: 'enriched' }
}

/** The id of a work in the record that OpenAlex has of it. */
export const openalexIdOf = ({ format, recordId }: SourceRecord): string | null =>
  format === 'openalex' ? (/(?:^|\/)(?<id>W\d{1,19})$/u.exec(recordId ?? '')?.groups?.id ?? null) : null

/**
 * Stores what records say that their papers cite. What others than editors send about a paper that they did not bring says nothing
 * publicly.
 */
const addReferences = async (
  tx: ActionContext,
  batch: readonly CheckedRecord[],
  { results, onlyOf }: { results: readonly ImportedPaper[]; onlyOf: string | null },
): Promise<void> => {
  const added = batch.flatMap(({ source, references = [] }, index) => {
    const { id = '', outcome } = results[index] ?? {}
    const openalexId = openalexIdOf(source)
    const isSilent = references.length === 0 && openalexId === null
    const isOthers = onlyOf !== null && outcome !== 'stored'
    if (isSilent || isOthers || id === '' || !isCitationSource(source.format)) return []
    return [{ paperId: id, source: source.format, references, openalexId }]
  })
  if (added.length > 0) await tx.citations.add(added)
}

/** Takes out of the inbox what lists had named, and has become papers by these records. */
const keepListed = async (
  tx: ActionContext,
  batch: readonly CheckedRecord[],
  { results, actor }: { results: readonly ImportedPaper[]; actor: string },
): Promise<void> => {
  const paperIds = new Map<string, string>()
  for (const [index, { paper }] of batch.entries())
    for (const key of listedKeys(withIdentifiers(paper))) paperIds.set(key, results[index]?.id ?? '')
  const at = tx.now.toISOString()
  for (const { id, state, key } of await tx.candidates.findListed([...paperIds.keys()])) {
    const paperId = paperIds.get(key)
    if (state === 'open' && paperId !== undefined) await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
  }
}

/**
 * Stores records as papers, or adds their data to papers that are the same work. A record that was imported before changes
 * nothing, from any source. Returns the outcome of each, in order.
 */
export const importRecords = async (tx: ActionContext, input: ImportRecordsInput): Promise<ImportedPaper[]> => {
  const { batch, state, actor } = input
  const at = tx.now.toISOString()
  const words = wordsOf((await tx.settings.get()).stored)
  const step = { tx, actor, at, chapters: await tx.chapters.names(), words }
  const known = await tx.imports.findByDigests(batch.map(({ source }) => source.digest))
  const results: ImportedPaper[] = []
  /** New papers, which are added together: one by one, each would take dozens of statements. */
  let added: { record: CheckedRecord; result: ImportedPaper }[] = []
  let works = workSet()
  const addAll = async (): Promise<void> => {
    if (added.length === 0) return
    const records = added.map(({ record }) => record)
    const ids = await addPapers(step, records, input)
    for (const [index, { record, result }] of added.entries()) {
      result.id = ids[index] ?? ''
      known.set(record.source.digest, result.id)
    }
    added = []
    works = workSet()
  }
  for (const record of batch) {
    const { position, paper, source } = record
    const work = withIdentifiers(paper)
    if (
      record.versions !== undefined ||
      works.has(work) ||
      added.some(({ record: { source: other } }) => other.digest === source.digest)
    )
      await addAll()
    const knownId = known.get(source.digest)
    if (knownId !== undefined) {
      results.push({ position, outcome: 'unchanged', id: knownId, match: 'record', fields: [], toCompare: [] })
      continue
    }
    const alike = await candidatesOf(tx, record)
    const candidates = record.unsure === undefined ? alike : byIdentifierOnly(alike)
    const found = bestVisibleMatch(candidates, input.onlyOf)
    if (found === null && isAboutOthers(record)) {
      // A retraction note or an erratum of a paper of the library is news of that paper, and no paper of its own.
      await addAll()
      const [noticed = []] = await findNoticed(tx, [record], input.onlyOf)
      const [first] = noticed
      if (first !== undefined) {
        const outcome = (await tellNoticed(tx, source, noticed)) ? ('proposed' as const) : ('unchanged' as const)
        results.push({ position, outcome, id: first.paperId, match: first.match, fields: [], toCompare: [] })
        continue
      }
    }
    if (found === null) {
      const toCompare = visibleToCompare(candidates, input.onlyOf).map((other) => other.paper.id)
      const held = holdsRecord(step, input, paper)
      const result: ImportedPaper = {
        position,
        outcome: 'stored',
        id: '',
        match: null,
        fields: [],
        toCompare,
        isHeld: held,
      }
      results.push(result)
      const checkReport =
        record.checkReport && withPapersToCompare(record.checkReport, visibleToCompare(candidates, null))
      added.push({ record: { ...record, checkReport }, result })
      works.add(work)
      continue
    }
    const result = await enrich(step, record, found)
    known.set(source.digest, result.id)
    results.push(result)
  }
  await addAll()
  await addReferences(tx, batch, { results, onlyOf: input.onlyOf })
  if (input.onlyOf === null) await keepListed(tx, batch, { results, actor })
  const accepted = results
    .filter(
      ({ outcome, isHeld: held }, index) => outcome === 'stored' && held !== true && batch[index]?.unsure === undefined,
    )
    .map(({ id }) => id)
  if (state === 'accepted' && accepted.length > 0)
    await tx.audit.record({ at, actor, act: 'papers.ingest', subject: 'papers', before: null, after: { accepted } })
  return results
}
