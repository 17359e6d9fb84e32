import { MAX_QUERY_TERMS, parseSearchQuery } from '#core/search-query.ts'
import { openSqliteStore } from '#store/sqlite/open.ts'
import { clock, corpusOf, silentLog } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { rounded, type Row } from '../report.ts'

const words = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => wordAt(from + index))

/** What somebody might type to make the library slow; all of it passes the parser. */
export const adversarial = (): string[] => [
  words(0, MAX_QUERY_TERMS).join(' '),
  words(0, MAX_QUERY_TERMS).join(' OR '),
  `${wordAt(0)} ${words(1, MAX_QUERY_TERMS - 1)
    .map((word) => `-${word}`)
    .join(' ')}`,
  `-${words(0, MAX_QUERY_TERMS).join(' -')}`,
  `"${words(0, MAX_QUERY_TERMS).join(' ')}"`,
  `"${Array.from({ length: MAX_QUERY_TERMS }, () => wordAt(0)).join(' ')}"`,
  `"${wordAt(0)} ${wordAt(0)}" "${wordAt(1)} ${wordAt(1)}" "${wordAt(2)} ${wordAt(2)}"`,
  ...['ram', 'met', 'til', 'lop', 'pus', 'ska', 'nev', 'vid', 'dor', 'gan', 'bel', 'cho'].flatMap((start) => [
    `${start}*`,
    `${start}* -${wordAt(0)}`,
    `title:${start}* ${wordAt(30_000)}`,
  ]),
  `${wordAt(0)} -${wordAt(0)}`,
  `author:${wordAt(0)} -title:${wordAt(0)} -abstract:${wordAt(0)}`,
  `${wordAt(50_000)} OR ${wordAt(0)} ${wordAt(40_000)} OR ${wordAt(1)} -${wordAt(2)}`,
]

/** The slowest single query of the adversarial set: how long one page of it holds the event loop. */
export const worst = async (): Promise<Row[]> => {
  const store = await openSqliteStore(await corpusOf(100_000), { clock, log: silentLog })
  let slowest = { query: '', ms: 0 }
  for (const query of adversarial()) {
    const filter = { query: parseSearchQuery(query), chapter: null, type: null, minLongHorizon: null }
    await store.read.papers.list(filter, null, 20)
    const begun = performance.now()
    await store.read.papers.list(filter, null, 20)
    const ms = performance.now() - begun
    if (ms > slowest.ms) slowest = { query, ms }
  }
  await store.close()
  return [
    {
      what: 'worst query of the adversarial set, 100,000 papers, ms',
      figure: `${rounded(slowest.ms, 1)} (${slowest.query.slice(0, 40)})`,
      value: slowest.ms,
      goal: { most: 50 },
    },
  ]
}
