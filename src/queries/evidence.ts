import type { Evidence, EvidenceCheck, EvidenceFinding, EvidenceSubject } from '#core/evidence/evidence.ts'
import type { EvidenceMark } from '#core/text/evidence-marks.ts'
import { findStatements, type Statement } from '#core/evidence/statements.ts'
import { bestQuotation, type QuotedText, quotedTextOf } from '#core/evidence/quotations.ts'
import { Failure } from '#core/failure.ts'
import { openLicence } from '#core/papers/open-licence.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { formatAnchor, parseAnchor, type Passage, shortPassages } from '#core/passages/anchor.ts'
import { placedPassagesInSteps } from '#core/passages/text-parts.ts'
import type { RankedFilter } from '#core/search/paper-filter.ts'
import type { Steps } from '#core/steps.ts'
import type { Clock } from '#ports/runtime.ts'
import type { RankingReader } from '#ports/store/ranking.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { resolveAnchor } from './passages.ts'
import { getLikedPaper, searchPapers } from './search.ts'

/** A search as a mark names it, or why it cannot be made. */
export type NamedSearch = { text: string; like: string | null; filter: RankedFilter } | { fault: string }

export type EvidencePorts = {
  reader: Pick<PublicReader, 'papers' | 'passages' | 'ranking' | 'related'>
  parseSearch: (query: string) => NamedSearch
  clock: Clock
  /** Does long work, letting others run in between. */
  doInTurns: <Result>(steps: Steps<Result>) => Promise<Result>
}

/** A paper that waits for a decision, as it is stored; without its version, passages in it have no anchors. */
export type WaitingPaper = { paper: PaperWithText; version: number | null }

/** A reader for which a waiting paper is public: what is written about it may cite the paper itself. */
export const readAsIfPublic = (
  { papers, passages, ranking, related }: EvidencePorts['reader'],
  { paper, version }: WaitingPaper,
): EvidencePorts['reader'] => ({
  papers: { ...papers, find: async (id) => (id === paper.id ? { state: 'accepted', paper } : papers.find(id)) },
  passages: {
    ...passages,
    currentVersion: async (id) => (id === paper.id ? version : passages.currentVersion(id)),
  },
  ranking,
  related,
})

const NOTHING: EvidenceFinding = {
  paperId: null,
  version: null,
  state: null,
  anchor: null,
  match: null,
  isLimited: false,
  found: null,
  count: null,
  hits: null,
  fault: null,
}

/** The first hits that are kept, so that a new one among them is noticed. */
const KEPT_HITS = 3

/** Searches for the words as they stand: whether no paper has a word is what a mark says, not a slip of its writer. */
const uncorrected = (ranking: RankingReader): Pick<RankingReader, 'search' | 'correct'> => ({
  search: (request) => ranking.search(request),
  correct: async (text) => ({ ...(await ranking.correct(text)), text, corrections: [] }),
})

const lookUpSearch = async ({ reader, parseSearch }: EvidencePorts, query: string): Promise<EvidenceFinding> => {
  const named = parseSearch(query)
  if ('fault' in named) return { ...NOTHING, fault: named.fault }
  const { text, filter } = named
  try {
    const like = named.like === null ? null : await getLikedPaper(reader.related, named.like)
    const request = { text, like, filter, match: 'all', sort: 'best', from: 0, limit: KEPT_HITS } as const
    const { total, hits } = await searchPapers(uncorrected(reader.ranking), { ...request, relaxes: 'nothing' })
    return { ...NOTHING, count: total, hits: hits.map(({ paper }) => paper.id) }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid') throw error
    const [detail] = error.details
    return { ...NOTHING, fault: detail === undefined ? error.message : `${detail.path} ${detail.message}` }
  }
}

/** A text by the authors with its passages. */
type OwnText = { quoted: QuotedText; text: string; passages: readonly Passage[]; isLimited: boolean }

/** What the authors of a paper wrote: never what editors wrote in the place of it. */
const ownTexts = async (
  { doInTurns }: Pick<EvidencePorts, 'doInTurns'>,
  { abstract, abstractBy, fullText, fullTextKind, license }: PaperWithText,
): Promise<OwnText[]> => [
  ...(abstract === null || abstractBy !== 'authors'
    ? []
    : [
        {
          quoted: quotedTextOf(abstract, false),
          text: abstract,
          passages: shortPassages('abstract', abstract),
          isLimited: false,
        },
      ]),
  ...(fullText === null || fullTextKind !== 'text'
    ? []
    : [
        {
          quoted: quotedTextOf(fullText, true),
          text: fullText,
          passages: await doInTurns(placedPassagesInSteps(fullText)),
          isLimited: openLicence(license) === null,
        },
      ]),
]

/** The passage in which something begins; the passages are parts of the text in its order. */
const passageAt = ({ text, passages }: OwnText, at: number): Passage | null => {
  let from = 0
  let last: Passage | null = null
  for (const passage of passages) {
    const start = text.indexOf(passage.text, from)
    if (start === -1) continue
    if (start > at) break
    last = passage
    from = start + passage.text.length
  }
  return last ?? passages[0] ?? null
}

type CitedPaper = Pick<EvidenceFinding, 'paperId' | 'version' | 'state'> & { texts: OwnText[] }

const MAX_FOUND = 1_000

const citedPaper = async (ports: EvidencePorts, id: string, withTexts: boolean): Promise<CitedPaper> => {
  const { papers, passages } = ports.reader
  const named = await papers.find(id)
  if (named === null) return { paperId: null, version: null, state: 'missing', texts: [] }
  const paperId = named.state === 'merged' ? named.into : id
  const found = named.state === 'merged' ? await papers.find(paperId) : named
  if (found?.state !== 'accepted')
    return { paperId: found === null ? null : paperId, version: null, state: 'retracted', texts: [] }
  return {
    paperId,
    version: await passages.currentVersion(paperId),
    state: named.state === 'merged' ? 'merged' : 'accepted',
    texts: withTexts ? await ownTexts(ports, found.paper) : [],
  }
}

const lookUpQuote = ({ texts, ...paper }: CitedPaper, quote: string): EvidenceFinding => {
  const known = { ...NOTHING, ...paper }
  const best = bestQuotation(
    quote,
    texts.map(({ quoted }) => quoted),
  )
  const own = texts.find(({ quoted }) => quoted === best?.text)
  if (best === null || best.start === null || own === undefined) return { ...known, match: 'missing' }
  const { match, start, end } = best
  const passage = passageAt(own, start)
  const { paperId, version } = paper
  const isPlaced = passage !== null && paperId !== null && version !== null
  return {
    ...known,
    match,
    isLimited: own.isLimited,
    anchor: isPlaced ? formatAnchor({ paperId, version, place: passage.place }) : null,
    found: match === 'near' ? own.text.slice(start, Math.min(end, start + MAX_FOUND)).toWellFormed() : null,
  }
}

/** Looks marks up in the public papers, each paper once. */
export const lookUpMarks = async (
  ports: EvidencePorts,
  marks: readonly EvidenceMark[],
): Promise<(EvidenceFinding & { checkedAt: string })[]> => {
  const quoted = new Set(marks.flatMap((mark) => (mark.kind === 'quote' ? [mark.paperId] : [])))
  const cited = new Map<string, CitedPaper>()
  const findings: EvidenceCheck[] = []
  for (const mark of marks) {
    const checkedAt = ports.clock.now().toISOString()
    if (mark.kind === 'search') {
      findings.push({ ...(await lookUpSearch(ports, mark.query)), checkedAt })
      continue
    }
    const paper = cited.get(mark.paperId) ?? (await citedPaper(ports, mark.paperId, quoted.has(mark.paperId)))
    cited.set(mark.paperId, paper)
    const { texts: _texts, ...known } = paper
    findings.push({
      ...(mark.kind === 'quote' ? lookUpQuote(paper, mark.quote) : { ...NOTHING, ...known }),
      checkedAt,
    })
  }
  return findings
}

/** What a reader of evidence looks up at most; a job looks up the rest. */
const LOOKED_UP_BY_READERS = 50

/** What public texts rest on. What is not looked up yet, or has to be again, is looked up here; a job stores it later. */
export const readEvidence = async (
  ports: Omit<EvidencePorts, 'reader'> & { reader: EvidencePorts['reader'] & Pick<PublicReader, 'evidence'> },
  subjects: readonly EvidenceSubject[],
): Promise<Evidence[]> => {
  const stored = await ports.reader.evidence.list(subjects)
  const due = stored.filter(({ isDue }) => isDue).slice(0, LOOKED_UP_BY_READERS)
  if (due.length === 0) return stored
  const checks = await lookUpMarks(
    ports,
    due.map(({ mark }) => mark),
  )
  return stored.map((evidence) => {
    const check = checks[due.indexOf(evidence)]
    return check === undefined ? evidence : { ...evidence, check }
  })
}

/** A mark as a reader sees it: with its paper, if that is public, and where its quotation stands. */
export type CitedEvidence = {
  evidence: Evidence
  paper: Paper | null
  place: { passage: Passage; part: number | null } | null
}

type PlacePorts = Pick<EvidencePorts, 'doInTurns'> & { reader: Pick<PublicReader, 'related' | 'passages'> }

/** Finds the papers that marks name, and the passages of their quotations. */
export const withCitedPapers = async (
  { reader, doInTurns }: PlacePorts,
  found: readonly Evidence[],
): Promise<CitedEvidence[]> => {
  const ids = [...new Set(found.flatMap(({ check }) => check?.paperId ?? []))]
  const papers = new Map((await reader.related.publicPapers(ids)).map((paper) => [paper.id, paper]))
  const cited: CitedEvidence[] = []
  for (const evidence of found) {
    const paper = papers.get(evidence.check?.paperId ?? '') ?? null
    const anchor = paper === null ? null : parseAnchor(evidence.check?.anchor ?? '')
    const place = anchor === null ? null : await resolveAnchor(reader.passages, anchor, doInTurns)
    cited.push({ evidence, paper, place })
  }
  return cited
}

/** A mark of a text that an editor is at, with what is found of it. */
export type ExaminedMark = Statement & { check: EvidenceCheck }

/** What is looked up of one text; what comes after that is looked up once it is stored. */
const EXAMINED = 100

/** Looks the marks of a text up, whether or not it is stored. */
export const examineText = async (ports: EvidencePorts, text: string): Promise<ExaminedMark[]> => {
  const statements = findStatements(text).slice(0, EXAMINED)
  const checks = await lookUpMarks(
    ports,
    statements.map(({ mark }) => mark),
  )
  return statements.flatMap((statement, index) => {
    const check = checks[index]
    return check === undefined ? [] : [{ ...statement, check }]
  })
}
