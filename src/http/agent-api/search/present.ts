import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { z } from 'zod'
import { toTen } from '#core/papers/score.ts'
import { matchedWords } from '#core/search/ranking/matched-words.ts'
import { MAX_RANKED_HITS, type RankedQuery } from '#core/search/ranking/ranked-query.ts'
import { rankedFieldNames, type RankedField } from '#core/search/ranking/ranked-words.ts'
import type { RankedHit } from '#ports/store/ranking.ts'
import { bestPassage } from '#queries/search/best-passage.ts'
import type { FoundPassage } from '#queries/search/find-passages.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { passageSources, presentPlace } from '#http/agent-api/passages/present.ts'
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
    passage: z
      .strictObject({
        anchor: z.string(),
        source: z.enum(['abstract', 'houseComment', 'fullText']),
        url: z.string(),
        text: z.string(),
      })
      .optional()
      .meta({ description: 'The passage of the paper that answers best; the anchor stays valid.' }),
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
  total: z.int().meta({ description: `All hits, at most ${groupedNumber(MAX_RANKED_HITS)}: a ranking ends there.` }),
  hits: z.array(hit),
  relaxations: z
    .array(z.strictObject({ without: z.string(), total: z.int(), url: z.string() }))
    .optional()
    .meta({ description: 'When nothing is found: queries that find something, and their totals.' }),
  nextCursor: z.string().nullable(),
  rerunUrl: z.string(),
  estimatedTokens: z.int(),
})

export type SearchResponse = z.infer<typeof searchResponse>
export type PresentedHit = z.infer<typeof hit>

const DECIMALS = 1_000
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS
const scoreOrNull = (score: number | null): number | null => (score === null ? null : toTen(score))

const presentPassage = (found: FoundPassage | null): Pick<PresentedHit, 'passage'> => {
  if (found === null) return {}
  const { anchor, url } = presentPlace(found)
  const { place, text } = found.passage
  return { passage: { anchor, source: passageSources[place.source], url, text: text.trim() } }
}

type WeighedQuery = { query: RankedQuery; worth: ReadonlyMap<string, number> }

const presentCard = (hit: RankedHit, asked: WeighedQuery): Omit<PresentedHit, 'id' | 'title' | 'score'> => {
  const { paper } = hit
  const { matched, snippet } = matchedWords(paper, asked.query)
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
    ...presentPassage(bestPassage(hit, asked)),
  }
}

export const presentHit = (hit: RankedHit, asked: WeighedQuery, detail: Detail): PresentedHit => ({
  id: hit.paper.id,
  title: hit.paper.title,
  score: rounded(hit.score),
  ...(detail === 'ids' ? {} : presentCard(hit, asked)),
  ...(detail === 'abstract' ? omitEmpty({ abstract: hit.paper.abstract }) : {}),
})

export const presentParsedQuery = (query: RankedQuery, match: 'any' | 'all'): SearchResponse['parsedQuery'] => ({
  words: query.terms.map(({ term, weight }) => ({ word: term, weight: rounded(weight) })),
  match,
  required: (query.required?.all ?? []).map((group) => group.map(({ tokens }) => tokens.join(' ')).join(' OR ')),
  excluded: (query.required?.none ?? []).map(({ tokens }) => tokens.join(' ')),
})
