import { InvalidArgumentError, type Command } from 'commander'
import type { AnswerOf, QueryOf } from '#client/client.ts'
import { note, print, table } from '#cli/terminal/print.ts'
import { addLibraryOptions, withLibrary, type LibraryOptions } from './with-library.ts'

type SearchQuery = Omit<QueryOf<'GET /api/v1/search'>, 'q' | 'cursor' | 'detail' | 'maxTokens'>
type SearchOptions = LibraryOptions & Omit<SearchQuery, 'limit' | 'hasFullText'> & { limit: number; fullText?: boolean }
type Hit = AnswerOf<'GET /api/v1/search'>['hits'][number]

/** The server gives so many in a page; more come page by page. */
const MOST_IN_A_PAGE = 50
const MOST = 1_000

/** As many as should be printed. */
export const parseLimit = (text: string): number => {
  if (!/^\d{1,4}$/u.test(text) || Number(text) < 1 || Number(text) > MOST)
    throw new InvalidArgumentError(`A limit is a whole number from 1 to ${MOST}.`)
  return Number(text)
}

const row = ({ id, year, longHorizonScore, title }: Hit): string[] => [
  id,
  String(year ?? ''),
  longHorizonScore === undefined ? '' : longHorizonScore.toFixed(1),
  title,
]

const search = (question: string, { at, json, limit, fullText, ...filters }: SearchOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const query = {
      ...filters,
      limit: Math.min(limit, MOST_IN_A_PAGE),
      ...(fullText === true ? { hasFullText: true } : {}),
    }
    const hits: Hit[] = []
    let total = 0
    for await (const page of library.search(question, query).pages()) {
      ;({ total } = page)
      hits.push(...page.hits)
      if (hits.length >= limit) break
    }
    const shown = hits.slice(0, limit)
    if (json === true) print(JSON.stringify({ total, hits: shown }))
    else if (shown.length === 0) note('Nothing was found.')
    else {
      print(table([['id', 'year', 'score', 'title'], ...shown.map(row)]))
      note(`${shown.length} of ${total}; "longview show ID" shows one.`)
    }
  })

export const addSearch = (program: Command): void => {
  const command = program
    .command('search')
    .description('search a library of any Longview server, best papers first')
    .argument(
      '<question>',
      'a question in plain words, or words that are all required, with "a phrase", -word, OR, word*',
    )
    .option('--limit <n>', 'at most so many papers', parseLimit, 10)
    .option('--chapter <number>', 'only papers of this chapter, 1 to 7')
    .option('--type <type>', 'only papers of this research type, such as benchmark')
    .option('--concept <id>', 'only papers about this concept, such as episodic-memory')
    .option('--author <words>', 'only papers with these words in the name of an author')
    .option('--institution <name>', 'only papers of this institution')
    .option('--year-from <year>', 'only papers from this year on')
    .option('--year-to <year>', 'only papers up to this year')
    .option('--min-long-horizon <score>', 'only papers with at least this long-horizon score, 0 to 10')
    .option('--full-text', 'only papers with a full text there')
    .option('--match <way>', 'any: words rank; all: each is required')
    .option('--sort <order>', 'best, longHorizon, enterprise or newest')
  addLibraryOptions(command, 'print {"total","hits"}')
    .addHelpText(
      'after',
      `
Examples:
  longview search "how do agents keep going for days"
  longview search "memory -robot" --at https://library.example.org --year-from 2025 --limit 5
  longview search planning --json | jq -r '.hits[].id'`,
    )
    .action(search)
}
