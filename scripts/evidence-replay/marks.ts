import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { findStatements } from '#core/evidence/statements.ts'
import { escapeMarkup } from '#core/text/escape-markup.ts'

/** What was marked by hand (README.md), and the papers that it is about. */

export const STEPS = 200
export const PAPERS_A_STEP = 10

const paper = z.string().regex(/^p\d{1,4}$/u)
const step = z.int().min(1).max(STEPS)

const claimSchema = z.strictObject({
  claim: z.int(),
  in: z.string().regex(/^(?:gap:.+|brief:\d{4}-w\d\d:(?:summary|take)|commentary:p\d{1,4})$/u),
  from: step,
  text: z.string(),
  breaks: z.union([step, z.literal('never')]),
  look: z.array(step),
  why: z.string(),
})

const common = { step, paper, why: z.string() }
const eventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('retract'), ...common }),
  z.strictObject({ kind: z.literal('revise'), ...common, old: z.string(), new: z.string() }),
  z.strictObject({ kind: z.literal('title'), ...common, to: z.string() }),
  z.strictObject({ kind: z.literal('text'), ...common, text: z.string() }),
  z.strictObject({ kind: z.literal('year'), ...common, to: z.int() }),
  z.strictObject({ kind: z.literal('chapter'), ...common, to: z.literal([1, 2, 3, 4, 5, 6, 7]) }),
  z.strictObject({ kind: z.literal('merge'), ...common, into: paper }),
])
export type ReplayEvent = z.infer<typeof eventSchema>

/** `sentence`: as an alert names it. */
export type Claim = z.infer<typeof claimSchema> & { sentence: string }

const linesOf = <T>(path: string | URL, schema: z.ZodType<T>): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))

const marked = <T>(name: string, schema: z.ZodType<T>): T[] => linesOf(new URL(name, import.meta.url), schema)

export const readClaims = (): Claim[] =>
  marked('claims.jsonl', claimSchema).map((claim) => ({
    ...claim,
    sentence: findStatements(claim.text)[0]?.sentence ?? '',
  }))

export const readEvents = (): ReplayEvent[] => marked('events.jsonl', eventSchema)

const arxivPaper = z.object({
  title: z.string(),
  authors: z.array(z.string()),
  arxivId: z.string(),
  abstract: z.string().optional(),
  published: z.string().optional(),
  topics: z.array(z.string()).default([]),
})
export type ArxivPaper = z.infer<typeof arxivPaper>

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The day of the first version; where the file has none, or that of a later one, the first of the month that the arXiv id has. */
export const dayOf = ({ published, arxivId }: ArxivPaper): string => {
  const first = `20${arxivId.slice(0, 2)}-${arxivId.slice(2, 4)}-01`
  return published !== undefined && Math.abs(monthOf(published) - monthOf(first)) <= 1 ? published : first
}

/** The first papers of a file by their arXiv ids, which are in the order of time: p1, p2 and so on. */
export const readPapers = (file: string): ArxivPaper[] => {
  const papers = linesOf(file, arxivPaper)
    .toSorted((a, b) => (a.arxivId < b.arxivId ? -1 : 1))
    .slice(0, STEPS * PAPERS_A_STEP)
  for (const { paper: id, arxiv } of marked('papers.jsonl', z.strictObject({ paper, arxiv: z.string() }))) {
    const found = papers[Number(id.slice(1)) - 1]?.arxivId
    if (found !== arxiv) throw new Error(`In ${file} ${id} is ${found ?? 'missing'}; the marks are about ${arxiv}.`)
  }
  return papers
}

const element = (name: string, text: string): string => `<${name}>${escapeMarkup(text)}</${name}>`

const entryOf = (given: ArxivPaper): string =>
  [
    '<entry>',
    element('id', `http://arxiv.org/abs/${given.arxivId}v1`),
    element('published', `${dayOf(given)}T00:00:00Z`),
    element('title', given.title),
    element('summary', given.abstract ?? ''),
    ...given.authors.map((name) => `<author>${element('name', name)}</author>`),
    ...given.topics.map((term) => `<category term="${escapeMarkup(term)}"/>`),
    '</entry>',
  ].join('')

/** Papers as arXiv answers a search. */
export const atomFeed = (papers: readonly ArxivPaper[]): Uint8Array =>
  Buffer.from(`<feed xmlns="http://www.w3.org/2005/Atom">${papers.map(entryOf).join('')}</feed>`)

const movedBy = (text: string, by: number): string =>
  text.replaceAll(/(?<=^|\[|:)p(?<number>\d+)/gu, (_, number: string) => `p${Number(number) + by}`)

/** Claims and events of a library in which the first of these papers has a later id. */
export const moveMarks = (
  { claims, events }: { claims: readonly Claim[]; events: readonly ReplayEvent[] },
  by: number,
): { claims: Claim[]; events: ReplayEvent[] } => ({
  claims: claims.map((claim) => ({ ...claim, in: movedBy(claim.in, by), text: movedBy(claim.text, by) })),
  events: events.map((event) => ({
    ...event,
    paper: movedBy(event.paper, by),
    ...(event.kind === 'merge' ? { into: movedBy(event.into, by) } : {}),
  })),
})
