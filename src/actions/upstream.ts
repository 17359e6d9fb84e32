import type { ActionContext } from './run-action.ts'
import type { CheckedRecord } from './imports.ts'
import { COMPARED, findNews, proposeNews, type News } from './notices.ts'
import {
  enrichment,
  isNewNotice,
  linkRecord,
  proposedAnew,
  type ProposedFields,
} from '#core/imports/imported-record.ts'
import { noticeLine, type LinkCheck, type LinkFailure } from '#core/imports/notice.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import { isInReview } from '#core/review/submission.ts'
import type { ImportReader } from '#ports/store/imports.ts'
import { calendarDay } from '#core/calendar-day.ts'

/** What was proposed for a paper: names of fields, and notices in words. */
export type Proposed = { fields: string[]; notices: string[] }

type FoundRecord = Omit<CheckedRecord, 'position'>

type FetchedInput = { paperId: string; record: FoundRecord }

type Novelty = { proposed: Proposed; added: ProposedFields; news: News[] }

/**
 * What a record that was fetched for a paper adds and nobody has proposed or decided on before; null if it describes another work,
 * or the paper is neither public nor in review.
 */
export const whatIsNew = async (
  { imports }: { imports: ImportReader },
  { paperId, record }: FetchedInput,
): Promise<Novelty | null> => {
  const { paper, source } = record
  const found = (await imports.workCandidates(withIdentifiers(paper))).find((one) => one.paper.id === paperId)
  const isPublic = found?.state === 'accepted'
  if (found === undefined || found.match === 'perhaps' || !(isPublic || isInReview(found.state))) return null
  const nothing = { proposed: { fields: [], notices: [] }, added: {}, news: [] }
  if ((await imports.findByDigests([source.digest])).size > 0) return nothing
  const before = await imports.listRecordedProposals(paperId, COMPARED)
  const added = proposedAnew(enrichment(found.paper, paper), { source, before })
  const all = isPublic ? await findNews({ imports }, record, found.paper) : []
  const news = all.filter(({ notice }) => isNewNotice(notice, before))
  const fields = [...new Set([added, ...news.map((one) => one.fields)].flatMap(Object.keys))]
  return { proposed: { fields, notices: news.map(({ notice }) => noticeLine(notice)) }, added, news }
}

/** Proposes what is new in a record that was fetched for a paper; null if it is not about the paper. Keeps no record without news. */
export const proposeFetched = async (
  tx: ActionContext,
  { paperId, record }: FetchedInput,
): Promise<Proposed | null> => {
  const found = await whatIsNew(tx, { paperId, record })
  if (found === null) return null
  const { proposed, added, news } = found
  const isAdding = Object.keys(added).length > 0
  if (!isAdding && news.length === 0) return proposed
  const { source } = record
  const seq = await tx.imports.addSource(paperId, source)
  if (isAdding)
    await tx.imports.addProposal(paperId, { source: seq, fields: added, notice: null, at: tx.now.toISOString() })
  await proposeNews(tx, news, { paperId, source: { seq, origin: source } })
  return proposed
}

/** Proposes to replace an address that was gone on an earlier day, too; returns what is known of its failures. */
const proposeDeadLink = async (
  tx: ActionContext,
  { paperId, link, failure }: { paperId: string; link: LinkCheck; failure: LinkFailure | null },
): Promise<{ failure: LinkFailure | null; notices: string[] }> => {
  if (link.state === 'unknown') return { failure, notices: [] }
  if (link.state === 'alive') return { failure: null, notices: [] }
  const { url } = link
  const today = calendarDay(tx.now)
  if (failure === null || failure.url !== url) return { failure: { url, since: today }, notices: [] }
  if (failure.since === today) return { failure, notices: [] }
  const notice = { kind: 'dead_link' as const, text: `status ${link.status}`, date: failure.since, address: url }
  const news: News = { notice, fields: {} }
  const source = linkRecord(link, tx.now)
  const before = await tx.imports.listRecordedProposals(paperId, COMPARED)
  const isKnown = (await tx.imports.findByDigests([source.digest])).size > 0
  if (isKnown || !isNewNotice(notice, before)) return { failure, notices: [] }
  const seq = await tx.imports.addSource(paperId, source)
  await proposeNews(tx, [news], { paperId, source: { seq, origin: source } })
  return { failure, notices: [noticeLine(notice)] }
}

/** Proposes what a check of a public paper found, and remembers that it was checked. */
export const finishCheck = async (
  tx: ActionContext,
  given: { paperId: string; records: readonly FoundRecord[]; link: LinkCheck; failure: LinkFailure | null },
): Promise<Proposed> => {
  const { paperId, records } = given
  const proposed: Proposed = { fields: [], notices: [] }
  for (const record of records) {
    const found = await proposeFetched(tx, { paperId, record })
    proposed.fields.push(...(found?.fields ?? []))
    proposed.notices.push(...(found?.notices ?? []))
  }
  const { failure, notices } = await proposeDeadLink(tx, given)
  proposed.notices.push(...notices)
  await tx.upstream.saveCheck(paperId, { at: tx.now.toISOString(), failure })
  return proposed
}
