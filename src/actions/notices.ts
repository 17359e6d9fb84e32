import type { ActionContext } from './run-action.ts'
import {
  isNewNotice,
  type ProposedFields,
  recordAbout,
  type RecordedProposal,
  type RecordOrigin,
  type SourceRecord,
} from '#core/imports/imported-record.ts'
import { isRetracting, type Notice, type RecordedNotice, withNotices } from '#core/imports/notice.ts'
import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'
import { newVersion } from '#core/imports/new-version.ts'
import type { PaperWithText, Paper } from '#core/papers/paper.ts'
import type { ImportReader } from '#ports/store/imports.ts'

/** What happened to a paper of the library, and for a new version the fields that it changes. */
export type News = { notice: Notice; fields: ProposedFields }

type NoticedRecord = { paper: PaperWithText; source: SourceRecord; notices?: readonly RecordedNotice[] }

/** Records and proposals of a paper that something new is compared with. */
export const COMPARED = 200

/** What a record says about the fate of the work that it describes. */
export const ownNotices = ({ notices = [] }: Pick<NoticedRecord, 'notices'>): Notice[] =>
  notices.filter(({ about }) => about === null).map(({ kind, text, date, address }) => ({ kind, text, date, address }))

/** The same, and whether it is a new version of a paper. */
export const findNews = async (
  { imports }: { imports: Pick<ImportReader, 'listOrigins'> },
  { paper, source, notices = [] }: NoticedRecord,
  stored: Paper,
): Promise<News[]> => {
  const own = ownNotices({ notices })
  const news = own.map((notice) => ({ notice, fields: {} }))
  if (own.some(isRetracting)) return news
  const version = newVersion(stored, { paper, source }, await imports.listOrigins(stored.id, COMPARED))
  return version === null ? news : [...news, version]
}

/** Proposes news of a paper to the editors, those that they have not seen; how many. */
export const proposeNews = async (
  { imports, now }: ActionContext,
  news: readonly News[],
  { paperId, source }: { paperId: string; source: { seq: number; origin: RecordOrigin } },
): Promise<number> => {
  const before: RecordedProposal[] = news.length === 0 ? [] : await imports.listRecordedProposals(paperId, COMPARED)
  let proposed = 0
  for (const { notice, fields } of news) {
    if (!isNewNotice(notice, before)) continue
    await imports.addProposal(paperId, { source: source.seq, fields, notice, at: now.toISOString() })
    before.push({ fields: {}, replaced: fields, notices: [notice], state: 'open', source: source.origin })
    proposed += 1
  }
  return proposed
}

/** Adds news of a paper in review to the findings that an editor sees. */
export const reportNews = async (
  { queue }: Pick<ActionContext, 'queue'>,
  paperId: string,
  news: readonly News[],
): Promise<void> => {
  if (news.length === 0) return
  const before = (await queue.find(paperId))?.checkReport ?? { risk: 0, findings: [] }
  const after = withNotices(
    before,
    news.map(({ notice }) => notice),
  )
  if (after !== before) await queue.saveCheckReport(paperId, after)
}

/** Tells editors news of a paper that a record about it brings, which is kept with the paper; false if they know it. */
const tellFromRecord = async (
  tx: ActionContext,
  { paperId, isPublic }: { paperId: string; isPublic: boolean },
  record: { source: SourceRecord; news: News[] },
): Promise<boolean> => {
  const source = recordAbout(record.source, paperId)
  if ((await tx.imports.findByDigests([source.digest])).size > 0) return false
  const seq = await tx.imports.addSource(paperId, source)
  if (isPublic) return (await proposeNews(tx, record.news, { paperId, source: { seq, origin: source } })) > 0
  await reportNews(tx, paperId, record.news)
  return true
}

/** What a record says about the fate of works, without being about a paper itself: a row of Retraction Watch. */
export type CheckedNotice = {
  position: string
  title: string
  source: SourceRecord
  notices: readonly RecordedNotice[]
}

/** A paper of the library that a notice is about, and by what that is known. */
export type NoticedPaper = { paperId: string; isPublic: boolean; match: 'doi' | 'arxiv'; notice: Notice }

type AboutOthers = { notices?: readonly RecordedNotice[] }

/** Whether a record says something about other works. */
export const isAboutOthers = ({ notices = [] }: AboutOthers): boolean => notices.some(({ about }) => about !== null)

/** How many identifiers are looked up at once. */
const LOOKED_UP = 500

/**
 * The papers of the library that the notices of each record are about: by DOI, or else by arXiv id.
 *
 * @param onlyOf somebody who learns only of public papers; null for one who may learn of all
 */
export const findNoticed = async (
  { imports }: { imports: Pick<ImportReader, 'findByIdentifiers'> },
  records: readonly AboutOthers[],
  onlyOf: string | null,
): Promise<NoticedPaper[][]> => {
  const about = records.flatMap(({ notices = [] }) => notices.flatMap((notice) => notice.about ?? []))
  const identifiers = [...new Set(about)].map((text) => ({ doi: doiIn(text), arxivId: arxivIdIn(text) }))
  const [byDoi, byArxivId] = [new Map<string, string>(), new Map<string, string>()]
  const isPublic = new Map<string, boolean>()
  for (let from = 0; from < identifiers.length; from += LOOKED_UP) {
    const some = identifiers.slice(from, from + LOOKED_UP)
    const found = await imports.findByIdentifiers({
      dois: some.flatMap(({ doi }) => doi ?? []),
      arxivIds: some.flatMap(({ arxivId }) => arxivId ?? []),
    })
    for (const paper of found) {
      if (!paper.isPublic && onlyOf !== null) continue
      isPublic.set(paper.paperId, paper.isPublic)
      if (paper.doi !== null && !byDoi.has(paper.doi)) byDoi.set(paper.doi, paper.paperId)
      if (paper.arxivId !== null && !byArxivId.has(paper.arxivId)) byArxivId.set(paper.arxivId, paper.paperId)
    }
  }
  const paperOf = ({ about: text, kind, text: words, date, address }: RecordedNotice): NoticedPaper[] => {
    if (text === null) return []
    const doi = byDoi.get(doiIn(text) ?? '')
    const paperId = doi ?? byArxivId.get(arxivIdIn(text) ?? '')
    if (paperId === undefined) return []
    const notice = { kind, text: words, date, address }
    return [{ paperId, isPublic: isPublic.get(paperId) === true, match: doi === undefined ? 'arxiv' : 'doi', notice }]
  }
  return records.map(({ notices = [] }) => notices.flatMap(paperOf))
}

/** Tells editors what a record says about papers of the library, each once; whether they did not know something of it. */
export const tellNoticed = async (
  tx: ActionContext,
  source: SourceRecord,
  noticed: readonly NoticedPaper[],
): Promise<boolean> => {
  let isNew = false
  for (const [paperId, some] of Map.groupBy(noticed, (one) => one.paperId)) {
    const news = some.map(({ notice }) => ({ notice, fields: {} }))
    const isPublic = some.some((one) => one.isPublic)
    if (await tellFromRecord(tx, { paperId, isPublic }, { source, news })) isNew = true
  }
  return isNew
}

/** Whether editors would learn something from a record about papers of the library. */
export const isUntold = async (
  { imports }: { imports: Pick<ImportReader, 'findByDigests'> },
  source: SourceRecord,
  noticed: readonly NoticedPaper[],
): Promise<boolean> => {
  const digests = noticed.map(({ paperId }) => recordAbout(source, paperId).digest)
  return (await imports.findByDigests(digests)).size < new Set(digests).size
}

/** Tells editors what a record says about other works, such as an erratum; whether the library has one of them, public or in review. */
export const proposeAboutOthers = async (
  tx: ActionContext,
  { source, notices = [] }: Pick<NoticedRecord, 'source' | 'notices'>,
): Promise<boolean> => {
  const [noticed = []] = await findNoticed(tx, [{ notices }], null)
  await tellNoticed(tx, source, noticed)
  return noticed.length > 0
}

/** Tells editors what records of notices say, and reports each as a record that is no paper. */
export const takeNotices = async (
  tx: ActionContext,
  { notices, onlyOf }: { notices: readonly CheckedNotice[]; onlyOf: string | null },
): Promise<(NoticedPaper & { isNew: boolean })[][]> => {
  const noticed = await findNoticed(tx, notices, onlyOf)
  const told: (NoticedPaper & { isNew: boolean })[][] = []
  for (const [index, { source }] of notices.entries()) {
    const papers = noticed[index] ?? []
    const isNew = papers.length > 0 && (await tellNoticed(tx, source, papers))
    told.push(papers.map((paper) => ({ ...paper, isNew })))
  }
  return told
}

/** Proposes to retract the public papers whose records a repository deleted; for those in review, it is a finding. */
export const proposeDeletions = async (tx: ActionContext, deleted: readonly SourceRecord[]): Promise<void> => {
  for (const source of deleted) {
    const notice: Notice = { kind: 'deletion', text: source.recordId, date: null, address: null }
    for (const found of await tx.imports.findByOaiId(source.recordId ?? '', COMPARED))
      await tellFromRecord(tx, found, { source, news: [{ notice, fields: {} }] })
  }
}
