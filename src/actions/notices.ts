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
import { isInReview } from '#core/review/submission.ts'
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

/** Proposes news of a paper to the editors, those that they have not seen. */
export const proposeNews = async (
  { imports, now }: ActionContext,
  news: readonly News[],
  { paperId, source }: { paperId: string; source: { seq: number; origin: RecordOrigin } },
): Promise<void> => {
  const before: RecordedProposal[] = news.length === 0 ? [] : await imports.listRecordedProposals(paperId, COMPARED)
  for (const { notice, fields } of news) {
    if (!isNewNotice(notice, before)) continue
    await imports.addProposal(paperId, { source: source.seq, fields, notice, at: now.toISOString() })
    before.push({ fields: {}, replaced: fields, notices: [notice], state: 'open', source: source.origin })
  }
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

/** Tells editors news of a paper that a record about it brings, which is kept with the paper; false if it is known. */
const tellFromRecord = async (
  tx: ActionContext,
  { paperId, isPublic }: { paperId: string; isPublic: boolean },
  record: { source: SourceRecord; news: News[] },
): Promise<boolean> => {
  const source = recordAbout(record.source, paperId)
  if ((await tx.imports.findByDigests([source.digest])).size > 0) return false
  const seq = await tx.imports.addSource(paperId, source)
  if (isPublic) await proposeNews(tx, record.news, { paperId, source: { seq, origin: source } })
  else await reportNews(tx, paperId, record.news)
  return true
}

/** Tells editors what a record says about other works, such as an erratum; whether the library has one of them, public or in review. */
export const proposeAboutOthers = async (
  tx: ActionContext,
  { source, notices = [] }: Pick<NoticedRecord, 'source' | 'notices'>,
): Promise<boolean> => {
  let isAboutOurs = false
  for (const { about: doi, ...notice } of notices) {
    if (doi === null) continue
    const found = await tx.imports.workCandidates({ title: '', authors: [], year: 0, doi, arxivId: null })
    const ours = found.find(({ state, match }) => match === 'doi' && (state === 'accepted' || isInReview(state)))
    if (ours === undefined) continue
    isAboutOurs = true
    const about = { paperId: ours.paper.id, isPublic: ours.state === 'accepted' }
    await tellFromRecord(tx, about, { source, news: [{ notice, fields: {} }] })
  }
  return isAboutOurs
}

/** Proposes to retract the public papers whose records a repository deleted; for those in review, it is a finding. */
export const proposeDeletions = async (tx: ActionContext, deleted: readonly SourceRecord[]): Promise<void> => {
  for (const source of deleted) {
    const notice: Notice = { kind: 'deletion', text: source.recordId, date: null, address: null }
    for (const found of await tx.imports.findByOaiId(source.recordId ?? '', COMPARED))
      await tellFromRecord(tx, found, { source, news: [{ notice, fields: {} }] })
  }
}
