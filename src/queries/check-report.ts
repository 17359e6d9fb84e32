import { Failure } from '#core/failure.ts'
import { bestQuotation, quotedTextOf, type LocatedQuotation, type QuotedText } from '#core/evidence/quotations.ts'
import { authorSearch } from '#core/following/followed-search.ts'
import type { Paper } from '#core/papers/paper.ts'
import { addressSpellings } from '#core/papers/paper-link.ts'
import { firstAuthorOf, isLastName, lastNameKey } from '#core/report/author-names.ts'
import type { LibraryWork } from '#core/report/library-work.ts'
import {
  judgeEntry,
  judgeIdentified,
  judgeNamed,
  readEntry,
  type Judgement,
  type ReadEntry,
} from '#core/report/judge-citation.ts'
import type { InlineCitation, NamedAuthors, NamedWork } from '#core/report/named-works.ts'
import { readReport, type Report } from '#core/report/read-report.ts'
import type { CheckedCitation, CheckedQuotation, CheckedReport } from '#core/report/checked-report.ts'
import type { ReportQuotation } from '#core/report/report-quotations.ts'
import type { Steps } from '#core/steps.ts'
import { papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { LibraryPosition, NamedWorks } from '#ports/store/library.ts'
import type { PublicReader } from '#ports/store/store.ts'

/** What one text may hold at most; longer ones come in parts. */
const MOST = { lines: 20_000, citations: 5_000, entries: 1_000, authors: 1_000, quotations: 500 } as const
/** Papers that are read for one pair of a name and a year. */
const PAPERS_OF_AUTHOR = 100
const PAGES_OF_AUTHOR = 3
/** Retracted papers and merged duplicates that are compared with names. */
const WITHDRAWN = 2_000
/** The longest text that is shown as the nearest one. */
const MAX_NEAREST = 2_000

type Reader = Pick<PublicReader, 'references' | 'library' | 'papers'>
type Ports = {
  reader: Reader
  /** Lets others in between two pieces of work. */
  takeTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  inTurns: <Result>(steps: Steps<Result>) => Promise<Result>
}

const hasMoreLines = (text: string, most: number): boolean => {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines >= most
}

const refuse = (what: string, most: number): Failure =>
  new Failure('invalid', `The text has more than ${most} ${what}; send it in parts.`)

const workOf = (paper: Paper): LibraryWork => ({
  id: paper.id,
  state: 'accepted',
  currentUrl: paper.url,
  named: { ...paper, titleKey: textKey(paper.title) },
})

/** An author and a year, for which papers are looked up once. */
const pairKey = (author: string, year: number): string => `${lastNameKey(author).key} ${year}`

const papersBy = async ({ library }: Reader, author: string, year: number): Promise<LibraryWork[]> => {
  const filter = {
    ...papersFoundBy(parseSearchQuery(authorSearch(lastNameKey(author).shown))),
    yearFrom: year,
    yearTo: year,
  }
  const found: LibraryWork[] = []
  let from: LibraryPosition | null = null
  for (let page = 0; page < PAGES_OF_AUTHOR; page += 1) {
    const { papers, next }: { papers: Paper[]; next: LibraryPosition | null } = await library.list(
      filter,
      'relevance',
      from,
      PAPERS_OF_AUTHOR,
    )
    found.push(...papers.map(workOf))
    if (next === null) break
    from = next
  }
  return found
}

type Pair = { author: string; year: number }

/** Works of the library by a first author in a year, by `pairKey`. */
const worksByAuthors = async (
  { reader, takeTurn }: Ports,
  pairs: readonly Pair[],
): Promise<Map<string, LibraryWork[]>> => {
  const found = new Map<string, LibraryWork[]>()
  if (pairs.length === 0) return found
  const withdrawn = await takeTurn(() => reader.references.withdrawn(WITHDRAWN))
  for (const { author, year } of pairs) {
    const key = pairKey(author, year)
    if (found.has(key)) continue
    if (found.size === MOST.authors) throw refuse('different pairs of an author and a year', MOST.authors)
    const works = await takeTurn(() => papersBy(reader, author, year))
    const { key: last } = lastNameKey(author)
    const others = withdrawn.filter(
      ({ named }) => lastNameKey(named.authors[0] ?? '').key === last && named.year === year,
    )
    found.set(key, [...works, ...others])
  }
  return found
}

type Index = {
  by: (kind: keyof NamedWorks, value: string) => readonly LibraryWork[]
  titles: Map<string, LibraryWork[]>
}

const indexWorks = (works: readonly LibraryWork[]): Index => {
  const groups = {
    ids: Map.groupBy(works, ({ named }) => named.id),
    dois: Map.groupBy(works, ({ named }) => named.doi ?? ''),
    arxivIds: Map.groupBy(works, ({ named }) => named.arxivId ?? ''),
    urls: Map.groupBy(works, ({ named }) => named.url ?? ''),
    titleKeys: Map.groupBy(works, ({ named }) => named.titleKey),
  }
  return { by: (kind, value) => groups[kind].get(value) ?? [], titles: groups.titleKeys }
}

const namedBy = (citations: readonly InlineCitation[], entries: readonly ReadEntry[]): Required<NamedWorks> => {
  const works = citations.map(({ work }) => work)
  const identifiers = [
    ...works.flatMap((work) => (work.by === 'identifier' ? [work] : [])),
    ...entries.map(({ parsed }) => parsed),
  ]
  return {
    ids: [...works.flatMap((work) => (work.by === 'id' ? [work.id] : [])), ...entries.flatMap(idsInEntry)],
    dois: identifiers.flatMap(({ doi }) => doi ?? []),
    arxivIds: identifiers.flatMap(({ arxivId }) => arxivId ?? []),
    urls: [
      ...works.flatMap((work) => (work.by === 'address' ? addressSpellings(work.url) : [])),
      ...entries.flatMap(addressesIn),
    ],
    titleKeys: [
      ...citations.flatMap(({ title }) => (title === null ? [] : [textKey(title)])),
      ...entries.flatMap(({ parsed }) => parsed.titleKeys),
    ],
  }
}

const idsInEntry = ({ entry }: ReadEntry): string[] =>
  [...entry.text.matchAll(/(?<=[[(]|\/papers\/)p\d{1,15}(?=[\])/?#.\s]|$)/gu)].map(([id]) => id)

const addressesIn = ({ entry }: ReadEntry): string[] =>
  [...entry.text.matchAll(/\bhttps?:\/\/[^\s<>"“”]{3,500}/gu)]
    .slice(0, 3)
    .flatMap(([url]) => addressSpellings(url.replace(/(?<![.,;)\]>])[.,;)\]>]+$/u, '')))

const entryVersion = ({ entry }: ReadEntry): number | null => {
  const version = /(?:arxiv\.org\/(?:abs|pdf|html)\/|arxiv[:.]\s?)\d{4}\.\d{4,5}v(?<version>\d{1,3})/iu.exec(entry.text)
  return version === null ? null : Number(version.groups?.version)
}

type JudgedEntry = { read: ReadEntry; judgement: Judgement; author: string | null }

const judgeEntries = async (ports: Ports, entries: readonly ReadEntry[], index: Index): Promise<JudgedEntry[]> => {
  const found = entries.map((read) => {
    const { parsed } = read
    const identified = [
      ...idsInEntry(read).flatMap((id) => index.by('ids', id)),
      ...(parsed.doi === null ? [] : index.by('dois', parsed.doi)),
      ...(parsed.arxivId === null ? [] : index.by('arxivIds', parsed.arxivId)),
      ...addressesIn(read).flatMap((url) => index.by('urls', url)),
    ]
    return { read, identified, titled: parsed.titleKeys.flatMap((key) => index.by('titleKeys', key)) }
  })
  const pairs = found.flatMap(({ read, identified, titled }) => {
    const name = identified.length + titled.length > 0 ? null : firstAuthorOf(read.entry)
    return name === null ? [] : read.years.slice(0, 2).map((year) => ({ author: name, year }))
  })
  const byAuthors = await worksByAuthors(ports, pairs)
  return found.map(({ read, identified, titled }) => {
    const name = firstAuthorOf(read.entry)
    const named =
      name === null ? [] : read.years.slice(0, 2).flatMap((year) => byAuthors.get(pairKey(name, year)) ?? [])
    return { read, author: name, judgement: judgeEntry(read, { identified, titled, named }, entryVersion(read)) }
  })
}

type Judged = { citation: InlineCitation; judgement: Judgement }

const nameOf = (work: NamedWork): string =>
  work.by === 'id'
    ? work.id
    : work.by === 'identifier'
      ? (work.doi ?? `arXiv:${work.arxivId ?? ''}`)
      : work.by === 'address'
        ? `at ${work.url}`
        : ''

const worksIn = (work: NamedWork, { by }: Index): readonly LibraryWork[] => {
  if (work.by === 'id') return by('ids', work.id)
  if (work.by === 'identifier')
    return [
      ...(work.doi === null ? [] : by('dois', work.doi)),
      ...(work.arxivId === null ? [] : by('arxivIds', work.arxivId)),
    ]
  return work.by === 'address' ? addressSpellings(work.url).flatMap((url) => by('urls', url)) : []
}

type Context = { index: Index; byAuthors: Map<string, LibraryWork[]>; entries: readonly JudgedEntry[] }

const listedWorks = (names: NamedAuthors & { year: number }, entries: readonly JudgedEntry[]): LibraryWork[] => {
  const [first = ''] = names.authors
  const { key } = lastNameKey(first)
  const fitting = entries.filter(
    ({ author, read }) => author !== null && lastNameKey(author).key === key && read.years.includes(names.year),
  )
  const named = `${names.year}${names.suffix}`
  const lettered = names.suffix === '' ? [] : fitting.filter(({ read }) => read.prose.includes(named))
  return (
    (lettered.length > 0 ? lettered : fitting)
      .flatMap(({ judgement }) => judgement.works)
      // An entry may name one author and mean the work of another.
      .filter(({ named: work }) => isLastName(first, work.authors[0] ?? ''))
  )
}

const judgeCitation = (citation: InlineCitation, { index, byAuthors, entries }: Context): Judgement => {
  const { work } = citation
  if (work.by === 'names') {
    const [first = ''] = work.names.authors
    const works = byAuthors.get(pairKey(first, work.names.year)) ?? []
    const titled = citation.title === null ? [] : (index.titles.get(textKey(citation.title)) ?? [])
    return judgeNamed({ works, titled, listed: listedWorks(work.names, entries) }, work.names)
  }
  if (work.by === 'entry') {
    const entry = entries.find(({ read }) => read.entry.name === work.name)
    return (
      entry?.judgement ?? {
        verdict: 'unknown',
        paper: null,
        reason: `The list of references has no ${work.name}.`,
        works: [],
      }
    )
  }
  const version = work.by === 'identifier' ? work.arxivVersion : null
  return judgeIdentified(worksIn(work, index), citation, { version, titles: index.titles, name: nameOf(work) })
}

/** Addresses that lead to no paper, and doubtful names, are citations only if the library has what they mean. */
const isCitation = ({ citation: { work, isDoubtful }, judgement }: Judged): boolean =>
  judgement.verdict !== 'unknown' || !(isDoubtful || (work.by === 'address' && !work.isPaper))

/** The texts by the authors of a public paper. */
const textsOf = async ({ papers }: Reader, id: string): Promise<QuotedText[]> => {
  const found = await papers.find(id)
  if (found?.state !== 'accepted') return []
  const { abstract, abstractBy, fullText, fullTextKind } = found.paper
  return [
    ...(abstract === null || abstractBy === 'editors' ? [] : [quotedTextOf(abstract, false)]),
    ...(fullText === null || fullTextKind === 'note' ? [] : [quotedTextOf(fullText, true)]),
  ]
}

type Located = LocatedQuotation & { paper: string; nearest: string | null }

const RANK = ['exact', 'normalized', 'near', 'missing'] as const

/** Looks each quotation up in the works cited with it, a paper at a time: full texts are long. */
const locateAll = async (
  { reader, takeTurn }: Ports,
  quotations: readonly { words: string; papers: readonly string[] }[],
): Promise<(Located | null)[]> => {
  const best: (Located | null)[] = quotations.map(() => null)
  const byPaper = new Map<string, number[]>()
  for (const [index, { papers }] of quotations.entries())
    for (const id of papers) byPaper.set(id, [...(byPaper.get(id) ?? []), index])
  for (const [id, indexes] of byPaper) {
    const texts = await takeTurn(() => textsOf(reader, id))
    if (texts.length === 0) continue
    for (const index of indexes) {
      const words = quotations[index]?.words ?? ''
      const found = await takeTurn(async () => bestQuotation(words, texts))
      if (found === null) continue
      const known = best[index] ?? null
      if (known !== null && RANK.indexOf(known.match) <= RANK.indexOf(found.match)) continue
      const { text, ...place } = found
      const nearest =
        place.start === null ? null : text.searched.text.slice(place.start, place.end).slice(0, MAX_NEAREST)
      best[index] = { ...place, paper: id, nearest }
    }
  }
  return best
}

/** Words that are the title of a cited work are no quotation from it. */
const isTitle = ({ words }: ReportQuotation, works: readonly LibraryWork[], titles: Index['titles']): boolean => {
  const key = textKey(words)
  if ((titles.get(key)?.length ?? 0) > 0) return true
  return works.some(
    ({ named }) =>
      named.titleKey === key || named.titleKey.startsWith(`${key} `) || key.startsWith(`${named.titleKey} `),
  )
}

const checkQuotations = async (
  ports: Ports,
  { quotations, lineAt }: Report,
  { judged, titles }: { judged: readonly Judged[]; titles: Index['titles'] },
): Promise<CheckedQuotation[]> => {
  const judgements = new Map(judged.map(({ citation, judgement }) => [citation, judgement]))
  const tied = quotations.flatMap((quotation) => {
    const works = quotation.citations.flatMap((citation) => judgements.get(citation)?.works ?? [])
    const papers = [...new Set(works.flatMap(({ id, state }) => (state === 'accepted' ? [id] : [])))]
    return papers.length === 0 || isTitle(quotation, works, titles)
      ? []
      : [{ quotation, words: quotation.words, papers }]
  })
  if (tied.length > MOST.quotations) throw refuse('quotations', MOST.quotations)
  const located = await locateAll(ports, tied)
  return tied.flatMap(({ quotation: { start, words } }, index): CheckedQuotation[] => {
    const found = located[index] ?? null
    // Without a text by the authors there is nothing to look in.
    if (found === null) return []
    const nearest = found.match === 'exact' ? null : found.nearest
    return [{ line: lineAt(start), text: words, verdict: found.match, paper: found.paper, nearest }]
  })
}

/** Entries and citations whose works are looked up in one turn. */
const ENTRIES_AT_ONCE = 25
const CITATIONS_AT_ONCE = 500

const findWorks = async (
  { reader, takeTurn }: Ports,
  citations: readonly InlineCitation[],
  entries: readonly ReadEntry[],
): Promise<LibraryWork[]> => {
  const found: LibraryWork[] = []
  const find = async (some: readonly InlineCitation[], listed: readonly ReadEntry[]): Promise<void> => {
    found.push(...(await takeTurn(() => reader.references.works(namedBy(some, listed)))))
  }
  for (let from = 0; from < citations.length; from += CITATIONS_AT_ONCE)
    await find(citations.slice(from, from + CITATIONS_AT_ONCE), [])
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE)
    await find([], entries.slice(from, from + ENTRIES_AT_ONCE))
  return found
}

/**
 * Checks what a text cites and quotes against the public library. It looks works up by their identifiers, titles and authors, never by
 * going through the library, and keeps nothing of the text. Throws `invalid` for a text with too many citations or quotations.
 * @param publicUrl the base address of this library
 */
export const checkReport = async (ports: Ports, text: string, publicUrl: string): Promise<CheckedReport> => {
  if (hasMoreLines(text, MOST.lines)) throw refuse('lines', MOST.lines)
  const report = await ports.inTurns(readReport(text, publicUrl))
  if (report.citations.length > MOST.citations) throw refuse('citations', MOST.citations)
  if (report.entries.length > MOST.entries) throw refuse('entries in lists of references', MOST.entries)
  const read: ReadEntry[] = []
  for (const entry of report.entries) read.push(await ports.takeTurn(async () => readEntry(entry)))
  const works = await findWorks(ports, report.citations, read)
  const index = indexWorks(works)
  const entries = await judgeEntries(ports, read, index)
  const pairs = report.citations.flatMap(({ work }) =>
    work.by === 'names' ? [{ author: work.names.authors[0] ?? '', year: work.names.year }] : [],
  )
  const context = { index, entries, byAuthors: await worksByAuthors(ports, pairs) }
  const judged = report.citations.map((citation) => ({ citation, judgement: judgeCitation(citation, context) }))
  const kept = judged.filter(isCitation)
  const quotations = await checkQuotations(ports, report, { judged: kept, titles: index.titles })
  const inline = kept.map(({ citation: { start, text: cited }, judgement }) => ({ start, text: cited, judgement }))
  const listed = entries.map(({ read: { entry }, judgement }) => ({ start: entry.start, text: entry.text, judgement }))
  const citations = [...inline, ...listed]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, text: cited, judgement: { verdict, paper, reason } }): CheckedCitation => ({
      line: report.lineAt(start),
      text: cited,
      verdict,
      paper,
      reason,
    }))
  return { citations, quotations }
}
