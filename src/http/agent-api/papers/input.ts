import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { z } from 'zod'
import type { PaperFilter } from '#core/search/paper-filter.ts'
import { textError } from '#core/text/normalize-text.ts'
import { fieldsParameter } from '#http/agent-api/fields.ts'
import { leastLongHorizonParameter, typeParameter } from '#http/agent-api/filter-parameters.ts'
import { detailParameter, maxTokensParameter } from '#http/agent-api/token-budget.ts'
import { chapterParameter, cursorParameter, limitParameter } from '#http/input/query.ts'
import { listableFields } from './present.ts'

const MAX_IDS = 200
/** As bytes of the address, of which a request may have 16 KiB in all. */
const MAX_IDS_LENGTH = 8_192

/** A comma that belongs to an id is percent-encoded. */
const decodedId = (text: string): string => {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text.trim()
  }
}

const idsParameter = () =>
  z
    .string()
    .refine((text) => encodeURIComponent(text.toWellFormed()).length <= MAX_IDS_LENGTH, {
      error: `must have at most ${MAX_IDS_LENGTH} characters as it stands in an address`,
    })
    .transform((text) =>
      text
        .split(',')
        .map(decodedId)
        .filter((id) => id !== ''),
    )
    .refine((ids) => ids.length > 0 && ids.length <= MAX_IDS, { error: `must name 1 to ${MAX_IDS} papers` })
    .refine((ids) => ids.every((id) => textError(id, 'line') === null), {
      error: 'must hold no control characters',
    })
    .optional()
    .meta({
      description: `These papers instead of a page, in this order: ids, DOIs, arXiv ids or addresses, joined by commas; a comma that belongs to one is written as %2C. At most ${MAX_IDS}, and ${groupedNumber(MAX_IDS_LENGTH)} characters.`,
      example: 'p19,2210.03629,10.48550/arXiv.2503.14499',
    })

/** Query of GET /papers (contract 4.2); unknown parameters are ignored. */
export const paperListQuery = z.object({
  chapter: chapterParameter(),
  type: typeParameter(),
  min_lh_score: leastLongHorizonParameter(),
  ids: idsParameter(),
  fields: fieldsParameter(listableFields),
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
