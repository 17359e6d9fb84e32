import { finishCheck, type Proposed } from '#actions/upstream.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { LinkCheck } from '#core/imports/notice.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { OutboundFailure } from '#core/outbound.ts'
import { hostOf, withIdentifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { calendarDay } from '#core/calendar-day.ts'
import { checkRecord } from '#imports/check-record.ts'
import type { OutboundClient } from '#ports/outbound.ts'
import type { DuePaper, UpstreamReader } from '#ports/store/upstream.ts'
import { fetchArxivRecords, fetchCrossref, type FetchingPorts } from './fetch-records.ts'

export type CheckingPorts = FetchingPorts & {
  store: { private: { upstream: UpstreamReader } }
  run: RunAction
  /** Reads only the beginning of what an address leads to. */
  linkClient: OutboundClient
}

export type CheckOrder = {
  /** The only paper to check; null for all that are due. */
  id: string | null
  /** Papers that were checked since then are not due. */
  before: string
  limit: number
  signal: AbortSignal
}

export type CheckedPaper = Proposed & { id: string; title: string; link: LinkCheck['state'] }

/** arXiv returns as many records in one response. */
const BATCH = 50

/** Their records say whether they are gone. */
const RESOLVERS = new Set(['arxiv.org', 'www.arxiv.org', 'export.arxiv.org', 'doi.org', 'dx.doi.org'])
/** Only these say for certain that there is nothing. */
const GONE = new Set([404, 410])

const checkLink = async (
  { linkClient }: CheckingPorts,
  { url }: Pick<Paper, 'url'>,
  signal: AbortSignal,
): Promise<LinkCheck> => {
  if (url === null || RESOLVERS.has(hostOf(url) ?? '')) return { state: 'unknown' }
  try {
    const { status } = await linkClient.get({ url, signal })
    if (GONE.has(status)) return { state: 'dead', url, status }
    return { state: status < 400 ? 'alive' : 'unknown' }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return { state: error.fault === 'too_large' ? 'alive' : 'unknown' }
  }
}

const listedArxiv = (papers: readonly DuePaper[]) =>
  papers.flatMap(({ paper }) => {
    const { arxivId } = withIdentifiers(paper)
    return arxivId === null ? [] : [{ position: paper.id, identifiers: { doi: null, arxivId } }]
  })

async function* duePapers(
  { store }: CheckingPorts,
  { id, before, limit }: CheckOrder,
  today: string,
): AsyncGenerator<DuePaper[]> {
  const { upstream } = store.private
  if (id !== null) {
    const paper = await upstream.findPublic(id)
    if (paper === null) throw new Failure('not_found', `There is no public paper ${id}.`)
    yield [paper]
    return
  }
  let after = 0
  for (let left = limit; left > 0; left -= BATCH) {
    const papers = await upstream.listDue({ before, failedBefore: today, after, limit: Math.min(left, BATCH) })
    if (papers.length === 0) return
    yield papers
    after = papers.at(-1)?.seq ?? after
  }
}

/**
 * Asks arXiv and Crossref what became of public papers, and whether their addresses are gone; proposes what is new to the editors.
 * Each paper is remembered as checked, so that a check that was interrupted goes on with the next one. Throws a `SourceFault` if a
 * catalogue cannot be asked now.
 */
export async function* checkPapers(ports: CheckingPorts, order: CheckOrder): AsyncGenerator<CheckedPaper> {
  const { clock, resolvers, run } = ports
  const { signal } = order
  for await (const papers of duePapers(ports, order, calendarDay(clock.now()))) {
    const ofArxiv = new Map<string, ReadRecord>()
    for await (const { records } of fetchArxivRecords(ports, listedArxiv(papers), signal))
      for (const record of records) ofArxiv.set(record.position, record)
    for (const { paper, failure } of papers) {
      signal.throwIfAborted()
      const { doi } = withIdentifiers(paper)
      const found = [
        { place: resolvers.arxiv, record: ofArxiv.get(paper.id) },
        {
          place: resolvers.crossref,
          record: doi === null ? undefined : await fetchCrossref(ports, { doi, position: paper.id }, signal),
        },
      ]
      const records = found.flatMap(({ place, record }) => {
        if (record === undefined) return []
        const checked = checkRecord(record, { place, now: clock.now(), onlyOf: null })
        return 'reason' in checked ? [] : [checked]
      })
      const link = await checkLink(ports, paper, signal)
      const proposed = await run(finishCheck, { paperId: paper.id, records, link, failure })
      yield { id: paper.id, title: paper.title, link: link.state, ...proposed }
    }
  }
}
