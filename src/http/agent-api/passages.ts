import { z } from 'zod'
import { parseAnchor, formatAnchor, type PassagePlace } from '#core/passages/anchor.ts'
import { hasWords } from '#core/passages/quotes.ts'
import { validationFailure, Failure } from '#core/failure.ts'
import { type Paper, PAPER_ID } from '#core/papers/paper.ts'
import { isByEditors } from '#core/papers/text-kinds.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { listedAbstract, presentAbstract } from '#schemas/agent-paper.ts'
import { wholeNumberParameter } from '#schemas/fields.ts'
import { QUESTION_BODY_BYTES } from '#http/input/body.ts'
import { cursorParameter, readBodyQuery, readQuery } from '#http/input/query.ts'
import {
  details,
  maxTokensParameter,
  maxTokensMember,
  type Detail,
  fitAnswer,
  decodeResumePoint,
  encodeResumePoint,
} from './token-budget.ts'
import { doInTurns } from '#http/routing/turns.ts'
import { type FoundPassage, findPassages, resolveAnchor } from '#queries/passages.ts'
import { type LocatedQuote, locateInCorpus } from '#queries/quotes.ts'
import { passageUrl } from '#http/routing/passage-url.ts'
import type { Context } from 'hono'
import type { Store } from '#ports/store/store.ts'
import { forNow, json } from '#http/routing/reply.ts'
import type { Route, TakeTurn } from '#http/routing/route.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { pagesByMeaning } from '#http/paging/pages-by-meaning.ts'
import { agentRoute } from './fields.ts'
import {
  bodyOf,
  bodyRoute,
  describedQuestion,
  droppedWords,
  longQuestion,
  presentDropped,
  questionParameter,
} from './question.ts'

const MAX_IDS = 50
const MAX_QUOTE_LENGTH = 2_000
const DEFAULT_PASSAGES = 10
const MAX_PASSAGES = 50
const DEFAULT_PER_PAPER = 3
const MAX_PER_PAPER = 50

const wholeNumber = (most: number, usual: number) =>
  wholeNumberParameter({ least: 1, most, maxDigits: 3 }).transform((value) => value ?? usual)

/** Query of GET /api/v1/passages (contract 10.2); unknown parameters are refused. */
const passageQuery = z.strictObject({
  q: questionParameter('/api/v1/passages').optional().meta({
    description: 'A question in plain words, as for search. One of q, quote and anchor is required.',
    example: 'what helps against pain after surgery',
  }),
  quote: z
    .string()
    .refine((text) => codePointLength(text) <= MAX_QUOTE_LENGTH, {
      error: `must have at most ${MAX_QUOTE_LENGTH} characters`,
    })
    .refine(hasWords, { error: 'must contain a word' })
    .optional()
    .meta({
      description:
        'A quotation to locate. The match is exact, normalized (apart from case, spaces, hyphens, quotation marks and Unicode forms) or none.',
      example: 'the dose was halved after a week',
    }),
  anchor: z
    .string()
    .transform((text, context) => {
      const anchor = parseAnchor(text)
      if (anchor !== null) return anchor
      context.addIssue({ code: 'custom', message: 'must be an anchor, such as p12@3#s4.2' })
      return z.NEVER
    })
    .optional()
    .meta({ description: 'The anchor of one passage.', example: 'p19@1#abstract.1' }),
  ids: z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .refine((ids) => ids.every((id) => PAPER_ID.test(id)), {
      error: 'must be ids of papers separated by commas, such as p12,p40',
    })
    .refine((ids) => ids.length <= MAX_IDS, { error: `must have at most ${MAX_IDS} ids` })
    .optional()
    .transform((ids) => ids ?? null)
    .meta({
      description: `Only passages of these papers: at most ${MAX_IDS} ids; an address separates them by commas.`,
      example: 'p12,p40',
    }),
  perPaper: wholeNumber(MAX_PER_PAPER, DEFAULT_PER_PAPER).meta({
    description: `At most this many passages of one paper; ${DEFAULT_PER_PAPER} by default.`,
    example: '1',
  }),
  detail: z
    .enum(details)
    .optional()
    .transform((detail) => detail ?? 'card')
    .meta({ description: 'ids: places only; card (default): with text; abstract: with the abstract of the paper.' }),
  limit: wholeNumber(MAX_PASSAGES, DEFAULT_PASSAGES).meta({
    description: `Passages in an answer; ${DEFAULT_PASSAGES} by default, ${MAX_PASSAGES} at most.`,
    example: '5',
  }),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

type PassageInput = z.output<typeof passageQuery>

/** The same in the body of POST, with a longer text. */
const longPassageQuery = passageQuery.extend({ q: longQuestion().optional() })

const pageMembers = {
  ids: z.array(z.string()).max(MAX_IDS).optional(),
  perPaper: z.int().min(1).max(MAX_PER_PAPER).optional(),
  detail: z.enum(details).optional(),
  limit: z.int().min(1).max(MAX_PASSAGES).optional(),
  cursor: z.string().optional(),
  maxTokens: maxTokensMember(),
}

/** The members of all three that may be asked, of which one is checked to be given. */
const anyPassageBody = bodyOf(describedQuestion().optional(), passageQuery, {
  quote: z.string().max(MAX_QUOTE_LENGTH).optional(),
  anchor: z.string().optional(),
  ...pageMembers,
})

/** One of the three that may be asked. */
const passageBody = z.union([
  bodyOf(describedQuestion(), passageQuery, pageMembers),
  bodyOf(null, passageQuery, { quote: z.string().max(MAX_QUOTE_LENGTH), ...pageMembers }),
  bodyOf(null, passageQuery, { anchor: z.string(), ...pageMembers }),
])

/** Throws `invalid` unless exactly one of q, quote and anchor is given. */
const checkOneQuestion = ({ q, quote, anchor }: PassageInput): void => {
  const given = [q, quote, anchor].filter((value) => value !== undefined).length
  if (given === 0) throw validationFailure([{ path: 'q', message: 'is required, or quote, or anchor' }])
  if (given === 1) return
  const path = q === undefined || quote === undefined ? 'anchor' : 'quote'
  throw validationFailure([{ path, message: 'must be the only one of q, quote and anchor' }])
}

const matches = ['exact', 'normalized', 'none', 'ranked'] as const

const passageSchema = z
  .strictObject({
    paperId: z.string(),
    version: z.int(),
    anchor: z.string().meta({ description: 'Stays valid: paper, version, place.' }),
    source: z.enum(['abstract', 'houseComment', 'fullText']).optional(),
    by: z.literal('editors').optional().meta({ description: 'Of a summary or note.' }),
    title: z.string().optional().meta({ description: 'Of the paper.' }),
    text: z.string().optional(),
    url: z.string().meta({ description: 'Its place on the page of its paper.' }),
    match: z.enum(matches).meta({ description: 'ranked: found by q; otherwise how the quotation matches.' }),
    start: z.int().optional().meta({ description: 'Where the quoted words begin in text, in UTF-16 units.' }),
    end: z.int().optional().meta({ description: 'Where they end, exclusive.' }),
    score: z.number().optional().meta({ description: 'Comparable only within this answer.' }),
    similarity: z
      .number()
      .optional()
      .meta({ description: 'Share of the quoted words that the nearest passage contains, in order.' }),
    continues: z.literal(true).optional().meta({ description: 'The text continues at nextCursor.' }),
    ...listedAbstract,
  })
  .meta({ id: 'Passage' })

export const passagesResponse = z.strictObject({
  parsedQuery: z.strictObject({ dropped: droppedWords() }).optional().meta({ description: 'Of a long text.' }),
  corrections: z.array(z.strictObject({ from: z.string(), to: z.string() })).optional(),
  match: z.enum(['exact', 'normalized', 'none']).optional().meta({ description: 'Of the quotation as a whole.' }),
  passages: z.array(passageSchema),
  semantic: z.boolean().optional().meta({
    description: 'With q, and only with an embeddings endpoint: whether passages were also compared with q by meaning.',
  }),
  nextCursor: z.string().nullable(),
  estimatedTokens: z.int(),
})

export type PassagesResponse = z.infer<typeof passagesResponse>
export type PresentedPassage = z.infer<typeof passageSchema>

const DECIMALS = 1_000
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS

export const passageSources = { abstract: 'abstract', commentary: 'houseComment', fullText: 'fullText' } as const

type Shown = Pick<FoundPassage, 'paper' | 'version' | 'passage' | 'part'>

export const presentPlace = ({ paper, version, passage: { place }, part }: Shown) => ({
  paperId: paper.id,
  version,
  anchor: formatAnchor({ paperId: paper.id, version, place }),
  url: passageUrl({ paperId: paper.id, version }, { place, part }),
})

/** Said where an agent would take words of the editors for those of the paper. */
export const presentWriter = (paper: Paper, { source }: PassagePlace): { by?: 'editors' } =>
  isByEditors(paper, source) ? { by: 'editors' } : {}

const presentText = ({ paper, passage: { place, text } }: Shown, detail: Detail): Partial<PresentedPassage> => ({
  source: passageSources[place.source],
  ...presentWriter(paper, place),
  title: paper.title,
  text: text.trim(),
  ...(detail === 'abstract' ? presentAbstract(paper) : {}),
})

const presentRanked = (found: FoundPassage, detail: Detail): PresentedPassage => ({
  ...presentPlace(found),
  ...(detail === 'ids' ? {} : presentText(found, detail)),
  match: 'ranked',
  score: rounded(found.score),
})

const presentLocated = (found: LocatedQuote, detail: Detail): PresentedPassage => {
  const { passage, match, place, similarity } = found
  const cutOff = passage.text.length - passage.text.trimStart().length
  return {
    ...presentPlace(found),
    ...(detail === 'ids' ? {} : presentText(found, detail)),
    match,
    ...(place === null || detail === 'ids' ? {} : { start: place.start - cutOff, end: place.end - cutOff }),
    ...(place === null ? { similarity: rounded(similarity) } : {}),
  }
}

const presentResolved = (found: Shown, detail: Detail): PresentedPassage => ({
  ...presentPlace(found),
  ...(detail === 'ids' ? {} : presentText(found, detail)),
  match: 'exact',
})

type Ports = { store: Store; cursors: Cursors; takeTurn: TakeTurn; meaning: MeaningReader | null }

type Found = Pick<PassagesResponse, 'parsedQuery' | 'corrections' | 'match' | 'passages' | 'semantic'>

/** @param used for this page; null if its order is by words alone, or if no endpoint is configured */
const find = async ({ store, meaning }: Ports, input: PassageInput, used: MeaningReader | null): Promise<Found> => {
  const { q, quote, anchor, ids, perPaper, detail } = input
  const { ranking, passages: reader } = store.public
  if (q !== undefined) {
    const sources = { ranking, passages: reader, meaning: used }
    const { query, corrections, passages, semantic } = await findPassages(sources, { text: q, ids, perPaper })
    return {
      ...(query.dropped === 0 ? {} : { parsedQuery: presentDropped(query) }),
      corrections,
      passages: passages.map((found) => presentRanked(found, detail)),
      ...(meaning === null ? {} : { semantic }),
    }
  }
  if (quote !== undefined) {
    const { match, passages } = await locateInCorpus(reader, { quote, ids })
    return { match, passages: passages.map((found) => presentLocated(found, detail)) }
  }
  if (anchor === undefined) throw new Error('one of q, quote and anchor must be given')
  const found = await resolveAnchor(reader, anchor, doInTurns)
  if (found === null) throw new Failure('not_found', `There is no passage ${formatAnchor(anchor)}.`)
  return { passages: [presentResolved(found, detail)] }
}

/** A piece of a text has no offsets, which count in the whole, and no abstract. */
const withText = (
  { start: _start, end: _end, abstract: _abstract, abstractBy: _writer, ...passage }: PresentedPassage,
  text: string,
  isCut: boolean,
) => ({
  ...passage,
  text,
  ...(isCut ? { continues: true as const } : {}),
})

const answer = async (ports: Ports, input: PassageInput) => {
  checkOneQuestion(input)
  const { limit, cursor, maxTokens, ...conditions } = input
  const question = `passages ${JSON.stringify(conditions)}`
  const pages = pagesByMeaning(ports, question, cursor)
  const from = decodeResumePoint(pages.position)
  const { passages, ...found } = await find(ports, input, pages.meaning)
  if (input.q !== undefined) pages.refuseOtherOrder(found.semantic === true)
  const items = passages.slice(from.item, from.item + limit)
  const budgeted = {
    items,
    from,
    hasMore: passages.length > from.item + limit,
    compose: (shown: readonly PresentedPassage[], next: ReturnType<typeof decodeResumePoint> | null) => ({
      ...found,
      passages: [...shown],
      nextCursor: next === null ? null : pages.sign(found.semantic === true, encodeResumePoint(next)),
    }),
    ...(input.detail === 'ids' ? {} : { text: { of: ({ text = '' }: PresentedPassage) => text, with: withText } }),
  }
  const reply = json(200, fitAnswer(budgeted, maxTokens))
  return found.semantic === false ? forNow(reply) : reply
}

const showPassages = (ports: Ports) => (context: Context) => answer(ports, readQuery(context, passageQuery))

const showPassagesByBody = (ports: Ports) => async (context: Context) => {
  const read = { body: anyPassageBody, schema: longPassageQuery, bytes: QUESTION_BODY_BYTES }
  const { input } = await readBodyQuery(context, read)
  return ports.takeTurn(context, () => answer(ports, input))
}

export const passageRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/passages',
    summary: 'Find the passages that answer a question or contain a quotation',
    query: passageQuery,
    responses: {
      200: { description: 'Passages, best first; nextCursor continues them.', schema: passagesResponse },
      404: { description: 'No passage has this anchor, or it is not public.' },
    },
    handle: showPassages(ports),
  },
  {
    ...bodyRoute,
    path: '/api/v1/passages',
    summary: 'The same with a longer text, such as an abstract, in the body',
    body: passageBody,
    bodyExample: { q: 'Agents that work for hours lose track of what they did. We …', ids: ['p12', 'p40'], limit: 5 },
    responses: {
      200: { description: 'Passages, best first; nextCursor continues them.', schema: passagesResponse },
      404: { description: 'No passage has this anchor, or it is not public.' },
    },
    handle: showPassagesByBody(ports),
  },
]
