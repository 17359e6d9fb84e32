import type { ActionContext } from './run-action.ts'
import type { CheckedRecord } from './imports.ts'
import { COMPARED, findNews, proposeNews, type News } from './notices.ts'
import { enrichment, isNewNotice, linkRecord, proposedAnew } from '#core/imports/imported-record.ts'
import { noticeLine, type LinkCheck, type LinkFailure } from '#core/imports/notice.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import { dayOf } from '#core/sources/watched-source.ts'

/** What was proposed for a paper: names of fields, and notices in words. */
export type Proposed = { fields: string[]; notices: string[] }

type FoundRecord = Omit<CheckedRecord, 'position'>

/** Proposes what a record that was fetched for a public paper adds, unless it describes another work. Keeps no record without news. */
export const proposeFetched = async (
  tx: ActionContext,
  { paperId, record }: { paperId: string; record: FoundRecord },
): Promise<Proposed> => {
  const nothing: Proposed = { fields: [], notices: [] }
  const { paper, source } = record
  const found = (await tx.imports.workCandidates(withIdentifiers(paper))).find((one) => one.paper.id === paperId)
  if (found === undefined || found.match === 'perhaps' || found.state !== 'accepted') return nothing
  if ((await tx.imports.findByDigests([source.digest])).size > 0) return nothing
  const before = await tx.imports.listRecordedProposals(paperId, COMPARED)
  const fields = proposedAnew(enrichment(found.paper, paper), { source, before })
  const news = (await findNews(tx, record, found.paper)).filter(({ notice }) => isNewNotice(notice, before))
  const names = Object.keys(fields)
  if (names.length === 0 && news.length === 0) return nothing
  const seq = await tx.imports.addSource(paperId, source)
  if (names.length > 0)
    await tx.imports.addProposal(paperId, { source: seq, fields, notice: null, at: tx.now.toISOString() })
  await proposeNews(tx, news, { paperId, source: { seq, origin: source } })
  return {
    fields: [...new Set([...names, ...news.flatMap((one) => Object.keys(one.fields))])],
    notices: news.map(({ notice }) => noticeLine(notice)),
  }
}

/** Proposes to replace an address that was gone on an earlier day, too; returns what is known of its failures. */
const proposeDeadLink = async (
  tx: ActionContext,
  { paperId, link, failure }: { paperId: string; link: LinkCheck; failure: LinkFailure | null },
): Promise<{ failure: LinkFailure | null; notices: string[] }> => {
  if (link.state === 'unknown') return { failure, notices: [] }
  if (link.state === 'alive') return { failure: null, notices: [] }
  const { url } = link
  const today = dayOf(tx.now)
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
    const { fields, notices } = await proposeFetched(tx, { paperId, record })
    proposed.fields.push(...fields)
    proposed.notices.push(...notices)
  }
  const { failure, notices } = await proposeDeadLink(tx, given)
  proposed.notices.push(...notices)
  await tx.upstream.saveCheck(paperId, { at: tx.now.toISOString(), failure })
  return proposed
}
