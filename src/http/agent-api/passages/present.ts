import { z } from 'zod'
import { formatAnchor } from '#core/passages/anchor.ts'
import type { FoundPassage } from '#queries/search/find-passages.ts'
import type { LocatedQuote } from '#queries/locate-quote.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { passageUrl } from '#http/routing/passage-url.ts'
import type { Detail } from '#http/agent-api/token-budget.ts'

const matches = ['exact', 'normalized', 'none', 'ranked'] as const

const passageSchema = z
  .strictObject({
    paperId: z.string(),
    version: z.int(),
    anchor: z.string().meta({ description: 'Stays valid: paper, version, place.' }),
    source: z.enum(['abstract', 'houseComment', 'fullText']).optional(),
    title: z.string().optional().meta({ description: 'Of the paper.' }),
    text: z.string().optional(),
    url: z.string().meta({ description: 'The place of the passage on the page of its paper.' }),
    match: z.enum(matches).meta({ description: 'ranked: found by q; else how the quoted words stand there.' }),
    start: z.int().optional().meta({ description: 'Where the quoted words begin in text, in UTF-16 units.' }),
    end: z.int().optional().meta({ description: 'Where they end, exclusive.' }),
    score: z.number().optional().meta({ description: 'Compares the passages of this answer, nothing else.' }),
    similarity: z
      .number()
      .optional()
      .meta({ description: 'Share of the quoted words that the nearest passage says, in order.' }),
    continues: z.literal(true).optional().meta({ description: 'The text goes on where nextCursor does.' }),
    abstract: z.string().optional(),
  })
  .meta({ id: 'Passage' })

export const passagesResponse = z.strictObject({
  corrections: z.array(z.strictObject({ from: z.string(), to: z.string() })).optional(),
  match: z.enum(['exact', 'normalized', 'none']).optional().meta({ description: 'Of the quotation as a whole.' }),
  passages: z.array(passageSchema),
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

const presentText = ({ paper, passage: { place, text } }: Shown, detail: Detail): Partial<PresentedPassage> => ({
  source: passageSources[place.source],
  title: paper.title,
  text: text.trim(),
  ...(detail === 'abstract' ? omitEmpty({ abstract: paper.abstract }) : {}),
})

export const presentRanked = (found: FoundPassage, detail: Detail): PresentedPassage => ({
  ...presentPlace(found),
  ...(detail === 'ids' ? {} : presentText(found, detail)),
  match: 'ranked',
  score: rounded(found.score),
})

export const presentLocated = (found: LocatedQuote, detail: Detail): PresentedPassage => {
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

export const presentResolved = (found: Shown, detail: Detail): PresentedPassage => ({
  ...presentPlace(found),
  ...(detail === 'ids' ? {} : presentText(found, detail)),
  match: 'exact',
})
