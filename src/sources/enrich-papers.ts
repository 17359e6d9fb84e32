import type { RunAction } from '#actions/run-action.ts'
import { proposeFetched, whatIsNew, type Proposed } from '#actions/upstream.ts'
import type { CheckedRecord } from '#actions/imports.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import { checkRecord } from '#imports/check-record.ts'
import type { ImportReader } from '#ports/store/imports.ts'
import type { UpstreamReader } from '#ports/store/upstream.ts'
import { fetchWorks, type FetchingPorts, type Resolvers } from './fetch-records.ts'

export const catalogues = ['openalex', 'crossref'] as const
export type Catalogue = (typeof catalogues)[number]

export type EnrichingPorts = FetchingPorts & {
  store: { private: { upstream: UpstreamReader; imports: ImportReader } }
  run: RunAction
  /** Catalogues serve requests that name whom to write to from servers of their own. */
  contact: string | null
}

export type EnrichOrder = {
  catalogue: Catalogue
  /** The last paper that was looked up before; null to begin with the first. */
  after: string | null
  limit: number
  /** Whether the catalogue is asked about papers in review, too, and so learns of them. */
  inReview: boolean
  abstracts: boolean
  isDryRun: boolean
  signal: AbortSignal
}

export type EnrichedPaper = Proposed & { id: string; title: string; isFound: boolean }

const PAGE = 50
/** Works of a search by title that are looked at. */
const COMPARED_WORKS = 5

/** Whether a catalogue may know more about a paper. */
const isIncomplete = ({ doi, institution, container, abstract }: Paper, abstracts: boolean): boolean =>
  doi === null || institution === null || container === null || (abstracts && abstract === null)

/** Where a catalogue tells about a paper: by its DOI, by that of arXiv, which Crossref does not have, or by its title. */
const addressOf = (
  { resolvers, contact }: { resolvers: Resolvers; contact: string | null },
  catalogue: Catalogue,
  paper: Paper,
): string => {
  const base = resolvers[catalogue]
  const { doi, arxivId } = withIdentifiers(paper)
  const known = doi ?? (catalogue === 'openalex' && arxivId !== null ? `10.48550/arxiv.${arxivId}` : null)
  const path = catalogue === 'openalex' ? `doi:${known}` : encodeURIComponent(known ?? '')
  const url = new URL(known === null ? base : `${base}/${path}`)
  if (known === null && catalogue === 'crossref') {
    url.searchParams.set('query.bibliographic', `${paper.title} ${paper.authors[0] ?? ''}`)
    url.searchParams.set('rows', String(COMPARED_WORKS))
  } else if (known === null) {
    url.searchParams.set('search', textKey(paper.title))
    url.searchParams.set('per-page', String(COMPARED_WORKS))
  }
  if (contact !== null) url.searchParams.set('mailto', contact)
  return url.href
}

async function* incompletePapers(
  { store }: EnrichingPorts,
  { after, limit, inReview, abstracts }: EnrichOrder,
): AsyncGenerator<Paper> {
  let last = after
  for (let left = limit; left > 0;) {
    const papers = await store.private.upstream.listAfter(last, { inReview, limit: PAGE })
    for (const paper of papers.filter((one) => isIncomplete(one, abstracts)).slice(0, left)) {
      yield paper
      left -= 1
    }
    if (papers.length < PAGE) return
    last = papers.at(-1)?.id ?? last
  }
}

/**
 * Asks a catalogue for what papers lack, and proposes it to the editors. Throws a `SourceFault` if the catalogue cannot be asked now;
 * the papers before are done.
 */
export async function* enrichPapers(ports: EnrichingPorts, order: EnrichOrder): AsyncGenerator<EnrichedPaper> {
  const { catalogue, abstracts, isDryRun, signal } = order
  const propose = async (paper: Paper, record: CheckedRecord): Promise<Proposed | null> => {
    const given = {
      paperId: paper.id,
      record: abstracts ? record : { ...record, paper: { ...record.paper, abstract: null } },
    }
    if (!isDryRun) return ports.run(proposeFetched, given)
    return (await whatIsNew(ports.store.private, given))?.proposed ?? null
  }
  for await (const paper of incompletePapers(ports, order)) {
    signal.throwIfAborted()
    const url = addressOf(ports, catalogue, paper)
    const works = await fetchWorks(ports, { url, headers: { Accept: 'application/json' }, signal }, catalogue)
    let proposed: Proposed | null = null
    for (const work of works.slice(0, COMPARED_WORKS)) {
      const checked = checkRecord(work, { place: url.slice(0, 500), now: ports.clock.now(), onlyOf: null })
      if (!('reason' in checked)) proposed ??= await propose(paper, checked)
    }
    const { id, title } = paper
    yield { id, title, isFound: proposed !== null, fields: [], notices: [], ...proposed }
  }
}
