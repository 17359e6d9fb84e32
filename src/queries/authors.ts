import { authorSearch } from '#core/following/followed-search.ts'
import type { Paper } from '#core/papers/paper.ts'
import {
  countNames,
  type KeyedName,
  MAX_AUTHORED_PAPERS,
  MAX_NAMES_COMPARED,
  type NamedCount,
} from '#core/search/author-counts.ts'
import { papersFoundBy, type SortOrder } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { mapTextsInSteps, type Steps } from '#core/steps.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { LibraryPosition, SitemapReader } from '#ports/store/library.ts'
import type { PublicReader } from '#ports/store/store.ts'

/** The public papers with an author of a name, and what they have in common. */
export type AuthorPapers = {
  name: string
  papers: readonly Paper[]
  /** Whether all papers with the words of the name were read. */
  areAll: boolean
  years: readonly { year: number; papers: number }[]
  /** Most papers first, as are co-authors. */
  concepts: readonly NamedCount[]
  coAuthors: readonly NamedCount[]
}

const PAPERS_AT_ONCE = 100
/** The authors of a paper with more have hardly all met. */
const MAX_CO_AUTHORS = 100

type Ports = {
  library: Pick<PublicReader['library'], 'list'>
  inTurns: <Result>(steps: Steps<Result>) => Promise<Result>
}
/** `names`: its authors with their keys. */
type NamedPaper = { paper: Paper; names: readonly KeyedName[] }

/** Public papers with the words of a name, in their order, among their authors. */
const readPapers = async (
  { library, inTurns }: Ports,
  { words, order }: { words: string; order: SortOrder },
): Promise<{ read: NamedPaper[]; areAll: boolean }> => {
  const filter = papersFoundBy(parseSearchQuery(authorSearch(words)))
  const read: NamedPaper[] = []
  let from: LibraryPosition | null = null
  let names = 0
  do {
    const list = await library.list(filter, order, from, PAPERS_AT_ONCE)
    for (const paper of list.papers) {
      const named = mapTextsInSteps(paper.authors, (name) => ({ key: textKey(name), name }))
      read.push({ paper, names: await inTurns(named) })
      names += paper.authors.length
    }
    from = list.next
  } while (from !== null && read.length < MAX_AUTHORED_PAPERS && names < MAX_NAMES_COMPARED)
  return { read, areAll: from === null }
}

/**
 * The public papers with an author of this name, whatever its case, marks and punctuation; null if there are none. The index
 * finds the words of the name next to each other; papers by somebody with more words in the name are left out. Throws `invalid`
 * for a name of too many words.
 */
export const findAuthorPapers = async (ports: Ports, name: string, order: SortOrder): Promise<AuthorPapers | null> => {
  const wanted = textKey(name)
  const { read, areAll } = await readPapers(ports, { words: name, order })
  const found = read.filter(({ names }) => names.some(({ key }) => key === wanted))
  if (found.length === 0) return null
  const [own] = countNames(found.map(({ names }) => names.filter(({ key }) => key === wanted)))
  const others = found
    .filter(({ names }) => names.length <= MAX_CO_AUTHORS)
    .map(({ names }) => names.filter(({ key }) => key !== wanted))
  const papers = found.map(({ paper }) => paper)
  return {
    name: own?.name ?? name,
    papers,
    areAll,
    years: [...Map.groupBy(papers, ({ year }) => year)].map(([year, some]) => ({ year, papers: some.length })),
    concepts: countNames(papers.map(({ concepts }) => concepts.map((one) => ({ key: textKey(one), name: one })))),
    coAuthors: countNames(others),
  }
}

/** The most names of authors that are read of a part of the sitemap. */
const MAX_SITEMAP_NAMES = 200_000

type SitemapPorts = { sitemap: Pick<SitemapReader, 'authors'>; inTurns: Ports['inTurns'] }

/**
 * The authors of at least two of the public papers of a part of the sitemap, each once, as their second papers
 * spell them, at most so many. Papers with more than a hundred authors do not count. It reads only as far as it has to.
 */
export const listRecurringAuthors = async (
  { sitemap, inTurns }: SitemapPorts,
  { part, atMost }: { part: number; atMost: number },
): Promise<string[]> => {
  const seen = new Set<string>()
  const recurring = new Map<string, string>()
  let after: number | null = null
  let names = 0
  do {
    const papers: { seq: number; authors: string[] }[] = await sitemap.authors(part, after, PAPERS_AT_ONCE)
    for (const { authors } of papers) {
      if (authors.length > MAX_CO_AUTHORS) continue
      names += authors.length
      const named = await inTurns(mapTextsInSteps(authors, (name) => [textKey(name), name] as const))
      for (const [key, name] of new Map(named)) {
        if (seen.has(key) && !recurring.has(key) && recurring.size < atMost) recurring.set(key, name)
        seen.add(key)
      }
    }
    after = papers.length < PAPERS_AT_ONCE ? null : (papers.at(-1)?.seq ?? null)
  } while (after !== null && recurring.size < atMost && names < MAX_SITEMAP_NAMES)
  return [...recurring.values()]
}
