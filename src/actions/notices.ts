import type { ActionContext } from './run-action.ts'
import {
  isNewNotice,
  type ProposedFields,
  recordAbout,
  type RecordedProposal,
  type RecordOrigin,
  type SourceRecord,
} from '#core/imports/imported-record.ts'
import { isRetracting, type Notice, type RecordedNotice } from '#core/imports/notice.ts'
import { newVersion } from '#core/imports/new-version.ts'
import type { PaperWithText, Paper } from '#core/papers/paper.ts'
import type { ImportReader } from '#ports/store/imports.ts'

/** What happened to a paper of the library, and for a new version the fields that it changes. */
export type News = { notice: Notice; fields: ProposedFields }

type NoticedRecord = { paper: PaperWithText; source: SourceRecord; notices?: readonly RecordedNotice[] }

/** Records and proposals of a paper that something new is compared with. */
export const COMPARED = 200

/** What a record says about the fate of the public paper that it describes. */
export const findNews = async (
  { imports }: { imports: Pick<ImportReader, 'listOrigins'> },
  { paper, source, notices = [] }: NoticedRecord,
  stored: Paper,
): Promise<News[]> => {
  const own = notices
    .filter(({ about }) => about === null)
    .map(({ kind, text, date, address }) => ({ kind, text, date, address }))
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

/** Proposes news of a public paper that a record about it brings, which is kept with the paper; false if it is known. */
const proposeFromRecord = async (
  tx: ActionContext,
  paperId: string,
  record: { source: SourceRecord; news: News[] },
): Promise<boolean> => {
  const source = recordAbout(record.source, paperId)
  if ((await tx.imports.findByDigests([source.digest])).size > 0) return false
  const seq = await tx.imports.addSource(paperId, source)
  await proposeNews(tx, record.news, { paperId, source: { seq, origin: source } })
  return true
}

/** Proposes what a record says about other works, such as an erratum; whether the library has one of them as a public paper. */
export const proposeAboutOthers = async (
  tx: ActionContext,
  { source, notices = [] }: Pick<NoticedRecord, 'source' | 'notices'>,
): Promise<boolean> => {
  let isAboutOurs = false
  for (const { about, ...notice } of notices) {
    if (about === null) continue
    const found = await tx.imports.workCandidates({ title: '', authors: [], year: 0, doi: about, arxivId: null })
    const paper = found.find(({ state, match }) => state === 'accepted' && match === 'doi')?.paper
    if (paper === undefined) continue
    isAboutOurs = true
    await proposeFromRecord(tx, paper.id, { source, news: [{ notice, fields: {} }] })
  }
  return isAboutOurs
}

/** Proposes to retract the public papers whose records a repository deleted. */
export const proposeDeletions = async (tx: ActionContext, deleted: readonly SourceRecord[]): Promise<void> => {
  for (const source of deleted) {
    const notice: Notice = { kind: 'deletion', text: source.recordId, date: null, address: null }
    for (const paperId of await tx.imports.findPublicByOaiId(source.recordId ?? '', COMPARED))
      await proposeFromRecord(tx, paperId, { source, news: [{ notice, fields: {} }] })
  }
}
