import { readdirSync, readFileSync } from 'node:fs'
import { rankCandidates, type JudgedText } from '#core/sources/rank-candidates.ts'

/**
 * Measures the order of the inbox on a labelled mixture: of the papers of the starter corpus whose real abstracts a file of
 * arXiv papers holds, some are candidates among papers of other kinds from the same file; the rest are accepted. Prints the
 * precision of the first 50 in the order of the inbox, by date and at random.
 *
 *     npm run measure:inbox -- papers.jsonl
 */

type ArxivPaper = { title: string; arxivId: string; abstract?: string; published?: string; tags?: string[] }

const ROUNDS = 10
const RELEVANT = 120
const OTHERS = 680
const FIRST = 50
/** Tags of the topic of the starter corpus, which papers on other topics do not have. */
const OWN_KINDS = new Set(['long-horizon', 'enterprise', 'memory', 'planning'])

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** A seeded random generator (mulberry32). */
let state = 20_261_122
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const folder = new URL('../starter/papers/', import.meta.url)
const starter = readdirSync(folder).flatMap((name) =>
  lines<{ id: string; title: string; url?: string; abstract?: string }>(new URL(name, folder).pathname),
)
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Give the file of arXiv papers, as JSON lines.')
const known = lines<ArxivPaper>(file).filter(({ abstract }) => abstract !== undefined)
const idOf = (url = ''): string => /\d{4}\.\d{4,5}/u.exec(url)?.[0] ?? ''
const inCorpus = new Set(starter.map(({ url }) => idOf(url)))
const relevant = known.filter(({ arxivId }) => inCorpus.has(arxivId))
const others = known.filter(
  ({ arxivId, tags = [] }) => !inCorpus.has(arxivId) && !tags.some((tag) => OWN_KINDS.has(tag)),
)

const text = ({
  arxivId,
  title,
  abstract = null,
}: {
  arxivId: string
  title: string
  abstract?: string | null
}): JudgedText => ({
  id: arxivId,
  title,
  abstract,
})

const precision = (candidates: readonly ArxivPaper[], keyOf: (paper: ArxivPaper, index: number) => number): number =>
  candidates
    .map((paper, index) => ({ paper, key: keyOf(paper, index) }))
    .toSorted((a, b) => b.key - a.key)
    .slice(0, FIRST)
    .filter(({ paper }) => inCorpus.has(paper.arxivId)).length / FIRST

const dateOf = ({ published, arxivId }: ArxivPaper): number =>
  Date.parse(published ?? `20${arxivId.slice(0, 2)}-${arxivId.slice(2, 4)}-01`) + Number(arxivId.slice(5)) / 1_000

const measure = (rejections: number) => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const chosen = shuffled(relevant).slice(0, RELEVANT)
    const held = new Set(chosen.map(({ arxivId }) => arxivId))
    const mixed = shuffled(others)
    const rejected = mixed.slice(0, rejections).map(text)
    const candidates = shuffled([...chosen, ...mixed.slice(rejections, rejections + OTHERS)])
    const accepted = starter
      .filter(({ url }) => !held.has(idOf(url)))
      .map(({ id, title, abstract = null }) => ({ id, title, abstract }))
    const ranked = rankCandidates(candidates.map(text), { accepted, rejected })
    return {
      inbox: precision(candidates, (_, index) => ranked[index]?.score ?? 0),
      date: precision(candidates, dateOf),
    }
  })
  const summary = (of: 'inbox' | 'date') => {
    const values = rounds.map((round) => round[of])
    const mean = values.reduce((sum, value) => sum + value, 0) / ROUNDS
    return { mean: Number(mean.toFixed(3)), least: Math.min(...values), most: Math.max(...values) }
  }
  return { rejections, inbox: summary('inbox'), date: summary('date') }
}

const atRandom = RELEVANT / (RELEVANT + OTHERS)
const printJson = (facts: unknown): boolean => process.stdout.write(`${JSON.stringify(facts)}\n`)
printJson({ candidates: RELEVANT + OTHERS, relevant: RELEVANT, atRandom, rounds: ROUNDS })
for (const rejections of [0, 100]) printJson(measure(rejections))
