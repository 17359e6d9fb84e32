import { z } from 'zod'
import type { Paper } from '#core/papers/paper.ts'
import { toTen } from '#core/papers/score.ts'
import { matchedWords } from '#core/search/ranking/matched-words.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'
import { rankedFieldNames, type RankedField } from '#core/search/ranking/ranked-words.ts'
import type { RankedHit } from '#ports/store/ranking.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import type { Detail } from '#http/agent-api/token-budget.ts'

const span = { start: z.int(), end: z.int() }

const words = z.array(z.string()).optional()

/** Words that were found, by the fields that the contract names. */
const matchedSchema = z.strictObject({
  title: words,
  abstract: words,
  topics: words,
  concepts: words,
  authors: words,
  institution: words,
  houseComment: words,
})
type WireField = keyof z.infer<typeof matchedSchema>

const wireNames: Record<RankedField, WireField> = {
  title: 'title',
  abstract: 'abstract',
  topics: 'topics',
  concepts: 'concepts',
  authors: 'authors',
  institution: 'institution',
  commentary: 'houseComment',
}

const hit = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    score: z.number().meta({ description: 'Compares the hits of this search, nothing else.' }),
    authors: z.array(z.string()).optional(),
    year: z.int().optional(),
    institution: z.string().optional(),
    chapter: z.int().min(1).max(7).optional(),
    longHorizonScore: z.number().min(0).max(10).optional(),
    enterpriseScore: z.number().min(0).max(10).optional(),
    abstract: z.string().optional(),
    matched: matchedSchema.optional(),
    snippet: z
      .strictObject({ field: z.string(), ...span, text: z.string(), matches: z.array(z.strictObject(span)) })
      .optional(),
  })
  .meta({ id: 'SearchHit' })

export const searchResponse = z.strictObject({
  query: z.string(),
  parsedQuery: z.strictObject({
    words: z.array(z.strictObject({ word: z.string(), weight: z.number() })),
    match: z.enum(['any', 'all']),
    required: z.array(z.string()),
    excluded: z.array(z.string()),
  }),
  corrections: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  total: z.int().meta({ description: 'All hits, at most 1,000: a ranking ends there.' }),
  hits: z.array(hit),
  relaxations: z
    .array(z.strictObject({ without: z.string(), total: z.int(), url: z.string() }))
    .optional()
    .meta({ description: 'When nothing is found: what finds something, and how much.' }),
  nextCursor: z.string().nullable(),
  rerunUrl: z.string(),
  estimatedTokens: z.int(),
})

export type SearchResponse = z.infer<typeof searchResponse>
export type PresentedHit = z.infer<typeof hit>

const DECIMALS = 1_000
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS
const scoreOrNull = (score: number | null): number | null => (score === null ? null : toTen(score))

const presentCard = (paper: Paper, query: RankedQuery): Omit<PresentedHit, 'id' | 'title' | 'score'> => {
  const { matched, snippet } = matchedWords(paper, query)
  const byField = rankedFieldNames.flatMap((field): [WireField, string[]][] => {
    const words = matched[field]
    return words === undefined ? [] : [[wireNames[field], words]]
  })
  return {
    authors: paper.authors,
    year: paper.year,
    ...omitEmpty({
      institution: paper.institution,
      chapter: paper.chapter,
      longHorizonScore: scoreOrNull(paper.longHorizon),
      enterpriseScore: scoreOrNull(paper.enterprise),
    }),
    matched: Object.fromEntries(byField),
    ...omitEmpty({ snippet: snippet === null ? null : { ...snippet, field: wireNames[snippet.field] } }),
  }
}

export const presentHit = ({ paper, score }: RankedHit, query: RankedQuery, detail: Detail): PresentedHit => ({
  id: paper.id,
  title: paper.title,
  score: rounded(score),
  ...(detail === 'ids' ? {} : presentCard(paper, query)),
  ...(detail === 'abstract' ? omitEmpty({ abstract: paper.abstract }) : {}),
})

export const presentParsedQuery = (query: RankedQuery, match: 'any' | 'all'): SearchResponse['parsedQuery'] => ({
  words: query.terms.map(({ term, weight }) => ({ word: term, weight: rounded(weight) })),
  match,
  required: (query.required?.all ?? []).map((group) => group.map(({ tokens }) => tokens.join(' ')).join(' OR ')),
  excluded: (query.required?.none ?? []).map(({ tokens }) => tokens.join(' ')),
})
