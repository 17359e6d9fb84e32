import { MAX_RANKED_CHARACTERS, MAX_RANKED_WORDS } from '#core/search/ranking/ranked-query.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { z } from 'zod'
import { rankedSorts, type RankedFilter } from '#ports/store/ranking.ts'
import { leastLongHorizonParameter, typeParameter } from '#http/agent-api/filter-parameters.ts'
import { details, maxTokensParameter } from '#http/agent-api/token-budget.ts'
import { chapterParameter, cursorParameter, wholeNumberParameter } from '#http/input/query.ts'

const DEFAULT_HITS = 20
const MAX_HITS_ON_PAGE = 100
const MAX_DIGITS = 9

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, usual: Values[number]) =>
  z
    .enum(values)
    .optional()
    .transform((value) => value ?? usual)

const wholeNumber = (least: number, most: number) =>
  wholeNumberParameter({ least, most, maxDigits: MAX_DIGITS }).transform((value) => value ?? null)

const name = () =>
  z
    .string()
    .max(300)
    .optional()
    .transform((value) => (value === undefined || value.trim() === '' ? null : value))

/** Query of GET /api/v1/search (contract 4.2); unknown parameters are refused. */
export const searchQuery = z.strictObject({
  q: z
    .string({ error: 'is required' })
    .regex(/\S/u, { error: 'must not be empty' })
    .meta({
      description: `A question in plain words; the operators of the search language work inside. At most ${groupedNumber(MAX_RANKED_CHARACTERS)} characters and ${MAX_RANKED_WORDS} different words. A paper id, DOI or arXiv id finds that paper first.`,
      example: 'how do agents remember things over many sessions',
    }),
  match: oneOf(['any', 'all'], 'any').meta({ description: 'any: words rank (default); all: each word is required.' }),
  chapter: chapterParameter(),
  type: typeParameter(),
  concept: name().meta({ description: 'Id of a concept.', example: 'episodic-memory' }),
  institution: name().meta({ description: 'Name of an institution.', example: 'METR' }),
  author: name().meta({ description: 'Words of an author’s name.', example: 'kwa' }),
  yearFrom: wholeNumber(1, 9_999).meta({ description: 'Earliest year.', example: '2023' }),
  yearTo: wholeNumber(1, 9_999).meta({ description: 'Latest year.', example: '2025' }),
  minLongHorizon: leastLongHorizonParameter(),
  hasFullText: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'true: only papers with a full text.' }),
  sort: oneOf(rankedSorts, 'best').meta({ description: 'Order of the hits; best by default.' }),
  detail: oneOf(details, 'card').meta({ description: 'How much of each paper: ids, card (default) or abstract.' }),
  limit: wholeNumber(1, MAX_HITS_ON_PAGE)
    .transform((limit) => limit ?? DEFAULT_HITS)
    .meta({ description: `Hits on a page; ${DEFAULT_HITS} by default, ${MAX_HITS_ON_PAGE} at most.`, example: '5' }),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

export type SearchInput = z.output<typeof searchQuery>

export const toRankedFilter = (input: SearchInput): RankedFilter => {
  const { chapter, type, concept, institution, author, yearFrom, yearTo, minLongHorizon, hasFullText } = input
  return { chapter, type, concept, institution, author, yearFrom, yearTo, minLongHorizon, withText: hasFullText }
}
