import { z } from 'zod'
import type { PaperFilter } from '#core/search/paper-filter.ts'
import { MAX_QUERY_CHARACTERS, MAX_QUERY_TERMS, parseSearchQuery } from '#core/search/search-query.ts'
import { chapterParameter, cursorParameter, limitParameter } from '#http/input/query.ts'

/** Query of GET /api/papers (contract 4.1); unknown parameters are ignored. */
export const paperListQuery = z.object({
  q: z
    .string()
    .optional()
    .meta({
      description: `Words, joined by AND; "a phrase", -word, OR, word*, title:, author:, abstract: and topic: are understood. At most ${MAX_QUERY_CHARACTERS} characters and ${MAX_QUERY_TERMS} words.`,
      example: 'planning "long horizon" -robot',
    }),
  chapter: chapterParameter(),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

export const toPaperFilter = ({ q, chapter }: Pick<z.infer<typeof paperListQuery>, 'q' | 'chapter'>): PaperFilter => ({
  query: q === undefined || q.trim() === '' ? null : parseSearchQuery(q),
  chapter,
  type: null,
  minLongHorizon: null,
})
