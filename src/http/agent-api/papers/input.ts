import { z } from 'zod'
import type { PaperFilter } from '#core/search/paper-filter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { boundFromTen } from '#core/papers/score.ts'
import { detailParameter, maxTokensParameter } from '#http/agent-api/token-budget.ts'
import { chapterParameter, cursorParameter, limitParameter } from '#http/input/query.ts'

const NUMBER = /^\d{1,3}(?:\.\d{1,20})?$/u

/** Query of GET /papers (contract 4.2); unknown parameters are ignored. */
export const paperListQuery = z.object({
  chapter: chapterParameter(),
  type: z
    .enum(researchTypes)
    .optional()
    .transform((type) => type ?? null)
    .meta({ description: 'Research type.', example: 'benchmark' }),
  min_lh_score: z
    .string()
    .refine((text) => NUMBER.test(text) && Number(text) <= 10, { error: 'must be a number from 0 to 10' })
    .transform((text) => boundFromTen(Number(text)))
    .optional()
    .transform((score) => score ?? null)
    .meta({ description: 'Least long-horizon score, 0 to 10, inclusive.', example: '7.5' }),
  detail: detailParameter(),
  limit: limitParameter(),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

export const paperQuery = z.object({
  include: z
    .enum(['fullText'])
    .optional()
    .meta({ description: 'fullText: the full text as well, where the library has it.' }),
  detail: detailParameter(),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

type PaperListQuery = Pick<z.infer<typeof paperListQuery>, 'chapter' | 'type' | 'min_lh_score'>

export const toPaperFilter = ({ chapter, type, min_lh_score }: PaperListQuery): PaperFilter => ({
  query: null,
  chapter,
  type,
  minLongHorizon: min_lh_score,
})
