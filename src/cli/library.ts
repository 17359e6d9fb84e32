import { InvalidArgumentError, Option, type Command } from 'commander'
import {
  createLongviewClient,
  LongviewError,
  LongviewUnreachable,
  type LongviewClient,
  type AnswerOf,
  type QueryOf,
} from '#client/client.ts'
import { realTiming } from '#client/timing.ts'
import { readConfig } from '#config.ts'
import { parseInstant } from '#core/calendar-day.ts'
import { Failure } from '#core/failure.ts'
import { abstractName, type TextKinds, textName } from '#core/papers/text-kinds.ts'
import { namedFacets, namedFacetWords } from '#core/search/facet-token.ts'
import { note, print, table } from './terminal.ts'

type LibraryOptions = { at?: string; json?: boolean }

const parseAddress = (text: string): string => {
  if (/^https?:$/u.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('It must be the address of a library, such as https://library.example.org.')
}

/** Options of all commands that read a library. */
export const addLibraryOptions = (command: Command, json: string): Command =>
  command
    .addOption(
      new Option(
        '--at <url>',
        'address of any Longview server; PUBLIC_URL or the server on PORT if left out',
      ).argParser(parseAddress),
    )
    .option('--json', json)

const libraryAddress = (at: string | undefined): string => {
  if (at !== undefined) return at
  const { publicUrl, port } = readConfig(process.env)
  return publicUrl ?? `http://127.0.0.1:${port}`
}

/** Explains waits of more than two seconds. */
const timing: typeof realTiming = {
  ...realTiming,
  sleep: (ms, signal) => {
    if (ms >= 2_000) note(`The server asks to wait; trying again in ${Math.ceil(ms / 1_000)} seconds.`)
    return realTiming.sleep(ms, signal)
  },
}

/**
 * Reads the library that `--at` names, without sending a key or opening the local corpus. Throws `wrong_state` in the server's own words when
 * it refuses, and `unavailable` when there is no server.
 */
export const withLibrary = async (
  { at }: LibraryOptions,
  read: (library: LongviewClient) => Promise<void>,
): Promise<void> => {
  const library = createLongviewClient(libraryAddress(at), { timing, retries: 2 })
  try {
    await read(library)
  } catch (error) {
    if (error instanceof LongviewUnreachable)
      throw new Failure('unavailable', `${error.message} --at names another library.`, { cause: error })
    if (!(error instanceof LongviewError)) throw error
    const faults = error.details.map(({ path, message }) => ` ${path} ${message}.`).join('')
    throw new Failure('wrong_state', `${library.url} answers ${error.status}: ${error.message}${faults}`, {
      cause: error,
    })
  }
}

type SearchQuery = Omit<QueryOf<'GET /api/v1/search'>, 'q' | 'like' | 'cursor' | 'detail' | 'maxTokens'>
type SearchOptions = LibraryOptions &
  Omit<SearchQuery, 'limit' | 'hasFullText'> & { limit: number; fullText?: boolean; like?: string }
type Hit = AnswerOf<'GET /api/v1/search'>['hits'][number]

/** The largest pages that the server gives. */
const SEARCH_PAGE = 50
const PASSAGES_PAGE = 20
const MAX_LIMIT = 1_000

const parseLimit = (text: string): number => {
  if (!/^\d{1,4}$/u.test(text) || Number(text) < 1 || Number(text) > MAX_LIMIT)
    throw new InvalidArgumentError(`A limit is a whole number from 1 to ${MAX_LIMIT}.`)
  return Number(text)
}

const row = ({ id, year, longHorizonScore, title }: Hit): string[] => [
  id,
  String(year ?? ''),
  longHorizonScore === undefined ? '' : longHorizonScore.toFixed(1),
  title,
]

const search = (
  question: string | undefined,
  { at, json, limit, fullText, like, ...filters }: SearchOptions,
  command: Command,
): Promise<void> => {
  if (question === undefined && like === undefined)
    command.error("error: missing required argument 'question', or --like")
  return withLibrary({ at }, async (library) => {
    const query = {
      ...filters,
      ...(like === undefined ? {} : { like: await resolveName(library, like) }),
      limit: Math.min(limit, SEARCH_PAGE),
      ...(fullText === true ? { hasFullText: true } : {}),
    }
    const hits: Hit[] = []
    let total = 0
    let strong: number | undefined
    const found = question === undefined ? library.like(query.like ?? '', query) : library.search(question, query)
    for await (const page of found.pages()) {
      ;({ total, strong } = page)
      hits.push(...page.hits)
      if (hits.length >= limit) break
    }
    const shown = hits.slice(0, limit)
    if (json === true) print(JSON.stringify({ total, strong, hits: shown }))
    else if (shown.length === 0) note('Nothing was found.')
    else {
      print(table([['id', 'year', 'score', 'title'], ...shown.map(row)]))
      note(`${shown.length} of ${total}; "longview show ID" shows one.`)
    }
  })
}

export const addSearch = (program: Command): void => {
  const command = program
    .command('search')
    .description('search the library of any Longview server, best papers first')
    .argument(
      '[question]',
      'a question in plain words, a text such as an abstract, or words that are all required, with "a phrase", -word, OR, word*',
    )
    .option('--like <id>', 'papers like this one: an id, a DOI, an arXiv id or an address; alone or with a question')
    .option('--limit <n>', 'at most this many papers', parseLimit, 10)
    .option('--chapter <number>', 'only papers of this chapter, 1 to 7')
    .option('--type <type>', 'only papers of this research type, such as benchmark')
    .option('--concept <id>', 'only papers about this concept, such as episodic-memory')
    .option('--author <words>', 'only papers with these words in the name of an author')
  for (const facet of namedFacets)
    command.option(`--${facet} <name>`, `only papers ${namedFacetWords[facet].relation} this ${facet}`)
  command
    .option('--year-from <year>', 'only papers from this year or later')
    .option('--year-to <year>', 'only papers from this year or earlier')
    .option('--added-since <day>', 'only papers that became public there on this day or later, such as 2026-11-01')
    .option('--min-long-horizon <score>', 'only papers with at least this longHorizonScore, 0 to 10')
    .option('--full-text', 'only papers with their full text or a note')
    .option('--match <way>', 'any: more matching words rank higher; all: every word is required')
    .option('--interpret', 'read dates in the question, such as "since 2025", as filters')
    .option('--sort <order>', 'best, longHorizon, enterprise, newest, added or cited (by papers of that library)')
  addLibraryOptions(command, 'print {"total","strong","hits"}')
    .addHelpText(
      'after',
      `
Examples:
  longview search "what helps against pain after surgery"
  longview search "memory -robot" --at https://library.example.org --year-from 2025 --limit 5
  longview search --like p19 --year-from 2025
  longview search planning --json | jq -r '.hits[].id'`,
    )
    .action(search)
}

type Passage = AnswerOf<'GET /api/v1/passages'>['passages'][number]
type PassagesOptions = LibraryOptions & { limit: number; quote?: boolean; papers?: string }

const passageText = ({ anchor, title, text, url, match }: Passage, at: string): string =>
  [`${anchor}  ${title ?? ''}${match === 'ranked' ? '' : ` (${match})`}`, text ?? '', `${at}${url}`].join('\n')

const listPassages = (words: string, { at, json, limit, quote, papers }: PassagesOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const query = {
      ...(quote === true ? { quote: words } : { q: words }),
      ...(papers === undefined ? {} : { ids: papers }),
      limit: Math.min(limit, PASSAGES_PAGE),
    }
    const passages = await library.passages(query).take(limit)
    if (json === true) print(JSON.stringify({ passages }))
    else if (passages.length === 0) note('Nothing was found.')
    else print(passages.map((passage) => passageText(passage, library.url)).join('\n\n'))
  })

export const addPassagesCommand = (program: Command): void => {
  const command = program
    .command('passages')
    .description(
      'find passages of papers that answer a question, or contain the quoted words, in the library of any Longview server',
    )
    .argument('<words>', 'a question in plain words; with --quote, the exact words to find')
    .option('--limit <n>', 'at most this many passages', parseLimit, 5)
    .option('--quote', 'find the exact words')
    .option('--papers <ids>', 'only in these papers: ids separated by commas')
  addLibraryOptions(command, 'print {"passages"}')
    .addHelpText(
      'after',
      `
Examples:
  longview passages "what makes long runs fail" --limit 3
  longview passages "doubling time" --quote --papers p19 --at https://library.example.org`,
    )
    .action(listPassages)
}

type Paper = AnswerOf<'GET /api/papers/{id}'>['paper']
type ShowOptions = LibraryOptions & { fullText?: boolean }

/** The library's id of the paper that a DOI, an arXiv id or an address names; an id is returned as it is. */
const resolveName = async (library: LongviewClient, name: string): Promise<string> => {
  if (/^p\d+$/u.test(name)) return name
  const { papers, missing } = (await library.papers({ ids: name }).first()) as {
    papers: { id: string }[]
    missing?: { reason: string }[]
  }
  const [paper] = papers
  if (paper !== undefined) return paper.id
  throw new Failure('not_found', `${library.url} has no paper ${name} (${missing?.[0]?.reason ?? 'not_found'}).`)
}

const line = (name: string, value: string | number | undefined): string[] =>
  value === undefined || value === '' ? [] : [`${name.padEnd(12)}${value}`]

const paragraphs = (name: string, text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : ['', name, text]

/** What the texts of a paper are, which only the agent API says; a server of an earlier version says nothing. */
const textKindsOf = async (library: LongviewClient, id: string): Promise<TextKinds> => {
  const { abstractBy = 'authors', fullTextKind = 'text' } = await library.paper(id)
  return { abstractBy, fullTextKind }
}

const paperText = (paper: Paper, kinds: TextKinds, url: string): string =>
  [
    paper.title,
    ...line('id', paper.id),
    ...line('authors', paper.authors.join(', ')),
    ...line('year', paper.year),
    ...line('institution', paper.institution),
    ...line('chapter', paper.chapter),
    ...line(
      'scores',
      [
        ...(paper.longHorizonScore === undefined ? [] : [`longHorizonScore ${paper.longHorizonScore}`]),
        ...(paper.enterpriseScore === undefined ? [] : [`enterpriseScore ${paper.enterpriseScore}`]),
      ].join(', '),
    ),
    ...line('concepts', (paper.concepts ?? []).join(', ')),
    ...line('source', paper.url),
    ...line('page', `${url}/papers/${paper.id}`),
    ...paragraphs(abstractName(kinds), paper.abstract),
    ...paragraphs('Commentary', paper.houseCommentary),
    ...paragraphs(textName(kinds), paper.fullText),
  ].join('\n')

const show = (name: string, { at, json, fullText }: ShowOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const { fullText: text, ...paper } = await library.corpusPaper(await resolveName(library, name))
    const shown: Paper = fullText === true && text !== undefined ? { ...paper, fullText: text } : paper
    print(json === true ? JSON.stringify(shown) : paperText(shown, await textKindsOf(library, shown.id), library.url))
  })

export const addShow = (program: Command): void => {
  const command = program
    .command('show')
    .description('show a paper from the library of any Longview server')
    .argument('<id>', 'id from "longview search", or a DOI, an arXiv id or an address of the paper')
    .option('--full-text', 'include the full text or the note in its place, if there is one')
  addLibraryOptions(command, 'print the paper as GET /api/papers/:id has it')
    .addHelpText(
      'after',
      `
Examples:
  longview show p19
  longview show 2503.14499 --at https://library.example.org --full-text`,
    )
    .action(show)
}

type Change = AnswerOf<'GET /api/v1/changes'>['changes'][number]
type ChangesOptions = LibraryOptions & { since: number | string; limit: number }

const parseSince = (text: string): number | string => {
  if (/^\d{1,15}$/u.test(text)) return Number(text)
  if (parseInstant(text) !== null) return text
  throw new InvalidArgumentError(
    'It is the number of a change, from 0, or a day such as 2026-11-01, or a time such as 2026-11-01T10:30:00Z.',
  )
}

const changeRow = ({ seq, at, kind, id, event }: Change): string[] => [String(seq), at, kind, id, event]

const listChanges = ({ at, json, since, limit }: ChangesOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const read: Change[] = []
    let nextSeq = 0
    for await (const page of library.changes(since, { limit }).pages()) {
      read.push(...page.changes)
      ;({ nextSeq } = page)
      if (read.length >= limit) break
    }
    const changes = read.slice(0, limit)
    nextSeq = changes.at(-1)?.seq ?? nextSeq
    if (json === true) print(JSON.stringify({ changes, nextSeq }))
    else if (changes.length === 0) note(`Nothing has changed after ${since}.`)
    else {
      print(table([['seq', 'at', 'kind', 'id', 'event'], ...changes.map(changeRow)]))
      note(`"longview changes --since ${nextSeq}" continues from here.`)
    }
  })

export const addChanges = (program: Command): void => {
  const command = program
    .command('changes')
    .description('list the changes in the library of any Longview server, oldest first')
    .option('--since <seq>', 'only changes after this number; or at and after this day or time', parseSince, 0)
    .option('--limit <n>', 'at most this many changes', parseLimit, 100)
  addLibraryOptions(command, 'print {"changes","nextSeq"}')
    .addHelpText(
      'after',
      `
Examples:
  longview changes --since 1200
  longview changes --since 2026-11-01
  longview changes --since 1200 --json --at https://library.example.org`,
    )
    .action(listChanges)
}
