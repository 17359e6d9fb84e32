import { type EditorEvent, decidePaper } from '#actions/decisions.ts'
import { Failure } from '#core/failure.ts'
import { withoutMarks } from '#core/text/evidence-marks.ts'
import { wholePaper } from '../service/papers.ts'
import type { TestService } from '../service/test-service.ts'
import { readStarterCorpus } from '#starter/read-starter-corpus.ts'

/** Generated use of a service, the same for the same seed. */

type Random = { whole(below: number): number; pick<T>(choices: readonly T[]): T; chance(part: number): boolean }

/** xorshift32: small and portable. */
export const random = (seed: number): Random => {
  let state = seed | 1
  const whole = (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  return {
    whole,
    pick: (choices) => choices[whole(choices.length)] ?? (choices[0] as (typeof choices)[number]),
    chance: (part) => whole(1_000) < part * 1_000,
  }
}

const WORDS =
  'agent agents long horizon planning plans planned memory tool tools use gpt-4o c++ c# evaluation safety enterprise naïve Ångström 長期計画 学習 self-play isn’t benchmark of the a in large-scale retrieval state checkpoint'.split(
    ' ',
  )
const PEOPLE = ['Ada Lovelace', 'Wei Wang', 'Wang Wei', 'Zoë Ölund', 'Jean-Luc Martin', '王伟', 'O’Neil Sam']
const CONCEPTS = ['planning', 'Memory', 'memory', 'tool use', 'Tool-use', 'self-play', 'エージェント', 'checkpointing']
const TYPES = ['empirical', 'survey', 'case_study', 'nonsense']

const sentence = (r: Random, most: number): string =>
  Array.from({ length: 1 + r.whole(most) }, () => r.pick(WORDS)).join(r.pick([' ', ' ', ' ', ', ', '-', '. ']))

const generatedPaper = (r: Random): Record<string, unknown> => {
  const paper = wholePaper({
    id: `p${1 + r.whole(120)}`,
    title: sentence(r, 8),
    authors: Array.from({ length: 1 + r.whole(3) }, () => r.pick(PEOPLE)),
    year: 2018 + r.whole(10),
    abstract: sentence(r, 60),
    chapter: 1 + r.whole(8),
    longHorizonScore: r.whole(1_001) / 1_000,
    topics: Array.from({ length: r.whole(3) }, () => sentence(r, 2)),
    concepts: Array.from({ length: r.whole(4) }, () => r.pick(CONCEPTS)),
    frameworkMappings: r.chance(0.5) ? ['ReAct'] : [],
    url: `https://${r.pick(['a.org', 'arxiv.org/abs/2210.0', 'doi.org/10.1234'])}/${r.whole(40)}`,
    ...(r.chance(0.5) ? { type: r.pick(TYPES) } : {}),
  })
  for (const name of ['longHorizonScore', 'abstract', 'chapter', 'url', 'title', 'year'])
    if (r.chance(0.06)) paper[name] = r.pick([undefined, null, '', -1, 'x', '\u0000', ['x'], 1e9])
  return paper
}

const term = (r: Random): string => {
  const word = r.pick(WORDS)
  const field = r.chance(0.2) ? r.pick(['title:', 'author:', 'abstract:', 'topic:', 'other:']) : ''
  const sign = r.chance(0.12) ? '-' : ''
  if (r.chance(0.25)) return `${sign}${field}"${word} ${r.pick(WORDS)}"`
  if (r.chance(0.15)) return `${sign}${field}${word.slice(0, 2 + r.whole(4))}*`
  if (r.chance(0.1)) return r.pick(PEOPLE)
  return `${sign}${field}${word}`
}

const generatedQuery = (r: Random): string =>
  r.chance(0.05)
    ? r.pick(['"', "'", '\\', '((', '& | !', ':*', "a:b'", '-', '%00', '<->', '???', 'x'.repeat(300)])
    : Array.from({ length: 1 + r.whole(4) }, () => term(r)).join(r.pick([' ', ' ', ' OR ', ' AND ']))

const searchPath = (r: Random): string => {
  const parameters = new URLSearchParams()
  if (r.chance(0.85)) parameters.set('q', generatedQuery(r))
  if (r.chance(0.2)) parameters.set('chapter', String(1 + r.whole(8)))
  if (r.chance(0.2)) parameters.set('limit', r.pick(['1', '3', '10', '0', 'x', '1000']))
  if (r.chance(0.15)) parameters.set('min_lh_score', r.pick(['0.5', '5', '9.99', '-1', 'x']))
  if (r.chance(0.15)) parameters.set('type', r.pick(TYPES))
  return `${r.pick(['/api/papers', '/api/v1/papers'])}?${parameters.toString()}`
}

/** What a client sees: status, paging headers and body, without the service's address. */
export type Seen = { status: number; link: string | null; total: string | null; etag: string | null; body: string }

const seen = async (service: TestService, response: Response): Promise<Seen> => {
  const plain = (text: string): string =>
    text.replaceAll(service.url, '').replaceAll(/"(?:uptime|instance)":[^,}]+/gu, '')
  return {
    status: response.status,
    link: response.headers.get('link') === null ? null : plain(response.headers.get('link') ?? ''),
    total: response.headers.get('x-total-count'),
    etag: response.headers.get('etag'),
    body: plain(await response.text()),
  }
}

/** All pages, one after the other. */
const walk = async (service: TestService, path: string): Promise<Seen[]> => {
  const pages: Seen[] = []
  for (let next: string | null = path; next !== null && pages.length < 20;) {
    const page: Seen = await seen(service, await service.get(next))
    pages.push(page)
    next = /<(?<next>[^>]+)>; rel="next"/u.exec(page.link ?? '')?.groups?.next ?? null
  }
  return pages
}

export type Operation = { name: string; run(service: TestService, key: string): Promise<unknown> }

const review = (r: Random): Operation => {
  const id = `p${1 + r.whole(120)}`
  const event = r.pick<EditorEvent>(['accept', 'accept', 'accept', 'ask', 'reject', 'retract'])
  const note = r.chance(0.9) ? 'a note' : null
  return {
    name: `${event} ${id}`,
    run: (service) =>
      service.run(decidePaper, { id, event, note, actor: 'editor' }).catch((error: unknown) => {
        if (error instanceof Failure) return { code: error.code, message: error.message }
        throw error
      }),
  }
}

const submit = (r: Random): Operation => {
  const paper = generatedPaper(r)
  const id = String(paper.id)
  const idempotency: Record<string, string> = r.chance(0.3) ? { 'Idempotency-Key': `k${r.whole(40)}` } : {}
  const [method, path] = r.chance(0.2) ? ['PUT', `/api/submissions/${id}`] : ['POST', '/api/papers']
  const target = method === 'POST' && r.chance(0.1) ? `${path}?dryRun=true` : path
  return {
    name: `${method} ${target} ${id}`,
    run: async (service, key) =>
      seen(service, await service.send(method, target, paper, { 'x-api-key': key, ...idempotency })),
  }
}

const read = (r: Random): Operation => {
  const id = `p${1 + r.whole(120)}`
  const path = r.pick([
    `/api/papers/${id}`,
    `/api/v1/papers/${id}`,
    '/api/stats',
    '/api/v1/concepts',
    '/api/v1/concepts/memory',
    '/api/v1/gaps',
    '/api/submissions?limit=5',
    `/api/submissions/${id}`,
  ])
  return {
    name: `GET ${path}`,
    run: async (service, key) => seen(service, await service.get(path, { 'x-api-key': key })),
  }
}

const write = (r: Random): Operation => {
  const email = `${r.pick(['a', 'B', 'ü', ''])}${r.whole(6)}@example.org`
  const [path, body] = r.pick<[string, Record<string, unknown>]>([
    ['/api/contact', { name: 'N', email, message: sentence(r, 10) }],
    ['/api/subscribe', { email }],
  ])
  return { name: `POST ${path}`, run: async (service) => seen(service, await service.send('POST', path, body)) }
}

const search = (r: Random): Operation => {
  const path = searchPath(r)
  return { name: `GET ${decodeURIComponent(path)}`, run: (service) => walk(service, path) }
}

export const operation = (r: Random): Operation => {
  const kind = r.whole(100)
  if (kind < 45) return search(r)
  if (kind < 65) return submit(r)
  if (kind < 85) return review(r)
  return kind < 95 ? read(r) : write(r)
}

/** A quotation, and what it was taken from. */
export type GeneratedQuote = { quote: string; source: { id: string; text: string } }

const readTexts = (): GeneratedQuote['source'][] =>
  readStarterCorpus(new URL('../../../starter/', import.meta.url), new Date('2026-11-20T10:00:00.000Z')).papers.flatMap(
    ({ paper: { id, abstract, commentary } }) =>
      [abstract, commentary].flatMap((text) => (text === null ? [] : [{ id, text: withoutMarks(text) }])),
  )

let texts: GeneratedQuote['source'][] | null = null

/** Abstracts and commentaries of the example corpus, as they are shown. */
export const quotableTexts = (): GeneratedQuote['source'][] => {
  texts ??= readTexts()
  return texts
}

const MIN_WORDS = 6
const MAX_WORDS = 40

const takeQuote = (r: Random, source: GeneratedQuote['source']): string => {
  const words = source.text.trim().split(/\s+/u)
  const count = Math.min(words.length, MIN_WORDS + r.whole(MAX_WORDS - MIN_WORDS))
  const from = r.whole(words.length - count + 1)
  const start = words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0)
  return words.join(' ').slice(start, start + words.slice(from, from + count).join(' ').length)
}

/** What writers, editors and printed pages do to the words that they quote. */
const variations: ((quote: string, r: Random) => string)[] = [
  (quote) => quote,
  (quote) => quote.toUpperCase(),
  (quote) => quote.toLowerCase(),
  (quote, r) => quote.replaceAll(' ', () => r.pick([' ', '  ', '\n', '\u00a0', '\t', ' \r\n'])),
  (quote) => `  ${quote}\n`,
  (quote) => quote.replaceAll('-', '\u2010'),
  (quote) => quote.replaceAll('-', ''),
  (quote) => quote.replaceAll('-', ' '),
  (quote, r) =>
    quote.replaceAll(/\b[a-z]{8,}\b/giu, (word) => (r.chance(0.4) ? `${word.slice(0, 4)}-\n${word.slice(4)}` : word)),
  (quote, r) =>
    quote.replaceAll(/\b[a-z]{7,}\b/giu, (word) =>
      r.chance(0.3) ? `${word.slice(0, 3)}\u00ad${word.slice(3)}` : word,
    ),
  (quote) => `“${quote.replaceAll('"', '”').replaceAll("'", '’')}”`,
  (quote) => quote.normalize('NFD').replaceAll('fi', '\ufb01'),
]

/** This many true quotations, each changed in one or two of these ways. */
export const trueQuotes = (count: number, seed: number): GeneratedQuote[] => {
  const r = random(seed)
  const sources = quotableTexts()
  return Array.from({ length: count }, (_, index) => {
    const source = r.pick(sources)
    const first = variations[index % variations.length] ?? String
    const quote = first(takeQuote(r, source), r)
    return { source, quote: r.chance(0.5) ? r.pick(variations)(quote, r) : quote }
  })
}

/** True quotations in which one word is another word. */
export const changedQuotes = (count: number, seed: number): GeneratedQuote[] => {
  const r = random(seed)
  const vocabulary = [...new Set(quotableTexts().flatMap(({ text }) => text.match(/\p{L}{2,}/gu) ?? []))]
  return trueQuotes(count, seed).map(({ source }) => {
    const words = takeQuote(r, source).split(' ')
    const at = r.whole(words.length)
    const letters = /[\p{L}\p{N}]+/u
    const old = letters.exec(words[at] ?? '')?.[0] ?? ''
    const other = r.pick(vocabulary.filter((word) => word.toLowerCase() !== old.toLowerCase()))
    // Some change only a letter or an ending.
    const near =
      r.chance(0.5) && old.length > 3 ? r.pick([`${old}s`, old.slice(0, -1), `un${old}`, old.slice(1)]) : other
    const changed = old === '' ? other : (words[at] ?? '').replace(letters, near)
    return { source, quote: r.pick(variations)(words.with(at, changed).join(' '), r) }
  })
}
