import { wordsOf } from '#core/papers/library-words.ts'
import { yieldToEventLoop } from './pacing.ts'
import { candidatesOf, importRecords, type CheckedRecord, type ImportedPaper } from '#actions/imports.ts'
import {
  type CheckedNotice,
  findNews,
  findNoticed,
  isAboutOthers,
  isUntold,
  type NoticedPaper,
  takeNotices,
} from '#actions/notices.ts'
import type { ActionContext, RunAction } from '#actions/run-action.ts'
import { findIdentifier, type KnownIdentifier, addListedCandidates, keepCandidate } from '#actions/candidates.ts'
import { hasSameContent, ingestPapers, usedId, type IngestedLine, type NumberedPaper } from '#actions/submissions.ts'
import { type AssessmentRule, isHeld } from '#core/assessment/assessment-rule.ts'
import { enrichment, type UnreadRecord } from '#core/imports/imported-record.ts'
import { bestVisibleMatch, byIdentifierOnly, visibleToCompare } from '#core/imports/found-work.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { withUnsureFields, type CheckReport } from '#core/review/checks.ts'
import { isInReview } from '#core/review/submission.ts'
import { paperTerms } from '#core/search/ranking/terms.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { checkPaper } from '#queries/check-paper.ts'
import type { CheckedIdentifier } from './check-record.ts'
import type { RecordReport } from './import-totals.ts'
import { storedReferences } from './stored-references.ts'
import { type StorableRecord } from './read-content.ts'
import { Failure } from '#core/failure.ts'

export type ImportPorts = {
  store: Pick<Store, 'private'>
  run: RunAction
  clock: Clock
  /** Whose acceptances publish only assessed papers; by default nobody’s. */
  requireAssessment?: AssessmentRule
}

/** Who imports, and where new papers go. */
export type Importing = {
  actor: string
  /** The ingestion session in which new papers wait for review; null makes them public at once. */
  session: string | null
  /** An actor whose imports may match only public papers and their own; null for one who may match all. */
  onlyOf: string | null
}

/** Records in the order of their source, for one transaction. */
export type Batch = readonly (StorableRecord | UnreadRecord)[]

type Entry = Batch[number]
const isLine = (entry: Entry): entry is NumberedPaper => 'line' in entry
const isRecord = (entry: Entry): entry is CheckedRecord => 'source' in entry && 'paper' in entry
const isIdentifier = (entry: Entry): entry is CheckedIdentifier => 'key' in entry
const isNotice = (entry: Entry): entry is CheckedNotice => 'source' in entry && !('paper' in entry || 'key' in entry)

type Reports = {
  lines: readonly RecordReport[]
  records: readonly RecordReport[]
  identifiers: readonly RecordReport[]
  notices: readonly RecordReport[]
}

/** Merges the reports of lines, records, identifiers and notices back into the order of the batch. */
const inOrder = (batch: Batch, reports: Reports): RecordReport[] => {
  const lines = reports.lines.values()
  const records = reports.records.values()
  const identifiers = reports.identifiers.values()
  const notices = reports.notices.values()
  return batch.flatMap((entry) => {
    if ('reason' in entry) return [{ ...entry, outcome: 'refused' as const }]
    const kind = isLine(entry) ? lines : isRecord(entry) ? records : isNotice(entry) ? notices : identifiers
    return [...kind.take(1)]
  })
}

/** Where a record stands in its source. */
export const positionOf = (entry: Entry): string => {
  if (!isLine(entry)) return entry.position
  return entry.file === undefined ? `line ${entry.line}` : `${entry.file}, line ${entry.line}`
}

const reportLine = (entry: NumberedPaper, result: IngestedLine): RecordReport => {
  const { paper } = entry
  const position = positionOf(entry)
  if ('reason' in result) return { position, outcome: 'refused', reason: result.reason }
  const { id, outcome, isHeld: held } = result
  const match = outcome === 'stored' ? null : ('record' as const)
  return { position, outcome, id, match, fields: [], toCompare: [], isHeld: held, title: paper.title, unmapped: [] }
}

const reportRecord = ({ paper, source, unsure }: CheckedRecord, result: ImportedPaper): RecordReport => ({
  ...result,
  title: paper.title,
  unmapped: source.unmapped,
  ...(unsure === undefined ? {} : { unsure }),
})

/** Clients who may not see others' candidates get the same report for a known candidate as for a new one. */
const reportIdentifier = (
  { position, key, identifiers: { doi, arxivId }, listed }: CheckedIdentifier,
  known: KnownIdentifier,
  onlyOf: string | null,
): RecordReport => {
  const title = listed?.title ?? key
  if (known === 'new' || (known === 'known' && onlyOf !== null)) return { position, outcome: 'candidate', title }
  const match = arxivId !== null ? 'arxiv' : doi !== null ? 'doi' : 'record'
  const id = known === 'known' ? '' : known.paperId
  return { position, outcome: 'unchanged', id, match, fields: [], toCompare: [], unmapped: [], title }
}

/** A notice is no paper, so nothing of it is stored but what is proposed. */
const reportNotice = (
  { position, title }: CheckedNotice,
  noticed: readonly NoticedPaper[],
  isNew: boolean,
): RecordReport => {
  const [first] = noticed
  const about = { id: first?.paperId ?? '', match: first?.match ?? null }
  return {
    position,
    outcome: isNew ? 'proposed' : 'unchanged',
    ...about,
    fields: [],
    toCompare: [],
    unmapped: [],
    title,
  }
}

/** A preview does not reveal ids of others' pending papers; an import has to, because ids are unique. */
const previewLines = async (
  { store }: ImportPorts,
  lines: readonly NumberedPaper[],
  onlyOf: string | null,
): Promise<RecordReport[]> => {
  const ids = lines.map(({ paper }) => paper.id)
  const stored = await store.private.papers.findByIds(ids)
  const hidden = onlyOf === null ? new Set() : await store.private.imports.findUnknownIds(ids, onlyOf)
  return lines.map((read) => {
    const { id } = read.paper
    const before = stored.get(id)
    if (before === undefined || hidden.has(id)) return reportLine(read, { id, outcome: 'stored', isHeld: false })
    if (hasSameContent(read.paper, before)) return reportLine(read, { id, outcome: 'unchanged', isHeld: false })
    return reportLine(read, { reason: usedId(id) })
  })
}

const previewRecords = async (
  { store }: ImportPorts,
  records: readonly CheckedRecord[],
  onlyOf: string | null,
): Promise<RecordReport[]> => {
  const { imports } = store.private
  const known = await imports.findByDigests(records.map(({ source }) => source.digest))
  const reports: RecordReport[] = []
  for (const record of records) {
    const { position, paper, source, unsure } = record
    const report = (result: Omit<ImportedPaper, 'position'>): number =>
      reports.push(reportRecord(record, { position, ...result }))
    const knownId = known.get(source.digest)
    const alike = knownId === undefined ? await candidatesOf({ imports }, record) : []
    const candidates = unsure === undefined ? alike : byIdentifierOnly(alike)
    const found = bestVisibleMatch(candidates, onlyOf)
    const toCompare = found === null ? visibleToCompare(candidates, onlyOf).map(({ paper: { id } }) => id) : []
    const isNoticeOnly = knownId === undefined && found === null && isAboutOthers(record)
    const [noticed = []] = isNoticeOnly ? await findNoticed({ imports }, [record], onlyOf) : []
    const [first] = noticed
    if (knownId !== undefined) report({ outcome: 'unchanged', id: knownId, match: 'record', fields: [], toCompare })
    else if (first !== undefined) {
      const outcome = (await isUntold({ imports }, source, noticed)) ? ('proposed' as const) : ('unchanged' as const)
      report({ outcome, id: first.paperId, match: first.match, fields: [], toCompare: [] })
    } else if (found === null) report({ outcome: 'stored', id: '', match: null, fields: [], toCompare })
    else {
      const { state, match } = found
      const takes = unsure === undefined && (isInReview(state) || state === 'accepted')
      const added = takes ? enrichment(found.paper, paper) : {}
      const news = state === 'accepted' ? await findNews({ imports }, record, found.paper) : []
      const fields = [...new Set([added, ...news.map((one) => one.fields)].flatMap(Object.keys))]
      const isUnchanged = fields.length === 0 && news.length === 0
      const outcome = isUnchanged ? 'unchanged' : state === 'accepted' ? 'proposed' : 'enriched'
      report({ outcome, id: found.paper.id, match, fields, toCompare })
    }
  }
  return reports
}

const previewIdentifiers = async (
  { store }: ImportPorts,
  listed: readonly CheckedIdentifier[],
  onlyOf: string | null,
): Promise<RecordReport[]> => {
  const reports: RecordReport[] = []
  for (const entry of listed)
    reports.push(reportIdentifier(entry, await findIdentifier(store.private, entry, onlyOf), onlyOf))
  return reports
}

const previewNotices = async (
  { store }: ImportPorts,
  notices: readonly CheckedNotice[],
  onlyOf: string | null,
): Promise<RecordReport[]> => {
  const { imports } = store.private
  const noticed = await findNoticed({ imports }, notices, onlyOf)
  const reports: RecordReport[] = []
  for (const [index, entry] of notices.entries()) {
    const papers = noticed[index] ?? []
    const isNew = papers.length > 0 && (await isUntold({ imports }, entry.source, papers))
    reports.push(reportNotice(entry, papers, isNew))
  }
  return reports
}

/** The expected outcome of records, compared with the stored papers but not with each other. */
export const previewBatch = async (
  ports: ImportPorts,
  batch: Batch,
  { onlyOf }: Pick<Importing, 'onlyOf'>,
): Promise<RecordReport[]> => {
  // Nothing else yields between two batches, and the same thread serves other requests.
  await yieldToEventLoop()
  return inOrder(batch, {
    lines: await previewLines(ports, batch.filter(isLine), onlyOf),
    records: await previewRecords(ports, batch.filter(isRecord), onlyOf),
    identifiers: await previewIdentifiers(ports, batch.filter(isIdentifier), onlyOf),
    notices: await previewNotices(ports, batch.filter(isNotice), onlyOf),
  })
}

/** Runs the checks on a paper that will wait for review. */
const checkPending = async (
  { store, clock }: Pick<ImportPorts, 'store' | 'clock'>,
  paper: PaperWithText,
): Promise<CheckReport> => {
  // The checks of a batch take up to a tenth of a second, and the same thread serves other requests.
  await yieldToEventLoop()
  return checkPaper(store.private.papers, { paper, now: clock.now() })
}

/** Adds checkReports to records that will wait for review, except to those already imported. */
const assessRecords = async (
  ports: Pick<ImportPorts, 'store' | 'clock'>,
  records: readonly CheckedRecord[],
): Promise<CheckedRecord[]> => {
  const known = await ports.store.private.imports.findByDigests(records.map(({ source }) => source.digest))
  const assessed: CheckedRecord[] = []
  for (const record of records) {
    const isKnown = known.has(record.source.digest)
    const checkReport = isKnown ? undefined : await checkPending(ports, { ...record.paper, id: '' })
    assessed.push({ ...record, checkReport: checkReport && withUnsureFields(checkReport, record.unsure) })
  }
  return assessed
}

/** Adds terms to papers that are not stored yet; when an ingest is repeated, most are. */
const withTerms = async (
  { store }: Pick<ImportPorts, 'store'>,
  lines: readonly NumberedPaper[],
): Promise<NumberedPaper[]> => {
  const known = await store.private.papers.findByIds(lines.map(({ paper }) => paper.id))
  return lines.map((line) => (known.has(line.paper.id) ? line : { ...line, terms: paperTerms(line.paper) }))
}

/** Stores records and reports the outcome of each. */
type StoreBatch = (tx: ActionContext) => Promise<RecordReport[]>

/**
 * Prepares a batch for storing. Papers for review are checked now, because the checks search the corpus and would make the
 * transaction block other writers for longer.
 */
export const prepareBatch = async (ports: ImportPorts, batch: Batch, importing: Importing): Promise<StoreBatch> => {
  const { actor, session, onlyOf } = importing
  const [lines, records, listed] = [batch.filter(isLine), batch.filter(isRecord), batch.filter(isIdentifier)]
  const notices = batch.filter(isNotice)
  const isReviewed = session !== null
  const state = isReviewed ? ('pending' as const) : ('accepted' as const)
  const checkReports = new Map<PaperWithText, CheckReport>()
  const chapters = await ports.store.private.chapters.names()
  const words = wordsOf((await ports.store.private.settings.get()).stored)
  const waits = ({ paper }: { paper: PaperWithText }): boolean =>
    isReviewed || isHeld({ rule: ports.requireAssessment ?? 'none', actor, chapters, words }, paper)
  for (const { paper } of lines.filter(waits)) checkReports.set(paper, await checkPending(ports, paper))
  // Terms are counted now for the same reason: they take a third of the time of storing. A known paper needs none.
  const ready = isReviewed ? lines : await withTerms(ports, lines)
  // What may have been read wrongly is reviewed in any case.
  const isAnyReviewed = records.some((record) => waits(record) || record.unsure !== undefined)
  const assessed = isAnyReviewed ? await assessRecords(ports, records) : records
  return async (tx) => {
    const taken =
      lines.length === 0 ? [] : await ingestPapers(tx, { batch: ready, state, actor, session, checkReports })
    const imported =
      records.length === 0 ? [] : await importRecords(tx, { batch: assessed, state, actor, session, onlyOf })
    const known = await addListedCandidates(tx, { listed, onlyOf })
    const told = await takeNotices(tx, { notices, onlyOf })
    return inOrder(batch, {
      lines: lines.flatMap((read, index) => (taken[index] ? [reportLine(read, taken[index])] : [])),
      records: records.flatMap((record, index) => (imported[index] ? [reportRecord(record, imported[index])] : [])),
      identifiers: listed.flatMap((entry, index) =>
        known[index] === undefined ? [] : [reportIdentifier(entry, known[index], onlyOf)],
      ),
      notices: notices.map((entry, index) => {
        const papers = told[index] ?? []
        return reportNotice(
          entry,
          papers,
          papers.some(({ isNew }) => isNew),
        )
      }),
    })
  }
}

const NOT_FETCHED =
  'Only its identifier is known: "longview ingest LIST --resolve" fetches the record, with the identifier in LIST.'
const ONLY_ADDRESS = 'Only its address is known: import its record, such as the BibTeX that its page offers.'

const MOST_TOPICS = 100

/** A paper with the topics that a list proposes for it, as many as a paper may have. */
const withTopics = (paper: PaperWithText, topics: readonly string[]): PaperWithText => ({
  ...paper,
  topics: [...new Set([...paper.topics, ...topics])].slice(0, Math.max(MOST_TOPICS, paper.topics.length)),
})

/**
 * The record of a candidate with the findings of its checks, to be kept. Throws `not_found`, and `wrong_state` if the candidate
 * has no record.
 */
export const checkCandidate = async (
  ports: Pick<ImportPorts, 'store' | 'clock'>,
  id: number,
): Promise<CheckedRecord> => {
  const { candidates } = ports.store.private
  const candidate = await candidates.find(id)
  if (candidate === null) throw new Failure('not_found', `There is no candidate ${id}.`)
  const [first] = await candidates.listRecords(id)
  const { paper, listed, doi, arxivId } = candidate
  if (paper === null || first === undefined)
    throw new Failure('wrong_state', doi === null && arxivId === null ? ONLY_ADDRESS : NOT_FETCHED)
  const { source } = first
  const references = await storedReferences(source)
  const checked: CheckedRecord = {
    position: source.position,
    paper: withTopics(paper, listed?.topics ?? []),
    source,
    ...(references.length === 0 ? {} : { references }),
  }
  const [record] = await assessRecords(ports, [checked])
  return record ?? checked
}

/**
 * Turns a candidate into a submission with the findings of its checks. Returns the id of the paper. Throws as `checkCandidate`
 * does, and `wrong_state` if the candidate was decided.
 */
export const keepCheckedCandidate = async (
  ports: ImportPorts,
  { id, actor }: { id: number; actor: string },
): Promise<string> => ports.run(keepCandidate, { id, record: await checkCandidate(ports, id), actor })
