import { z } from 'zod'
import { filterOf } from '#core/search/paper-filter.ts'
import { filterParameters, likeParameter } from './paper-filter.ts'
import { validate } from './validate.ts'
import type { RankedFilter } from '#core/search/paper-filter.ts'

/** What a search finds has to change with papers that it finds, not with others that cite them. */
const { year: _year, citedHere: _cited, ...rankedParameters } = filterParameters

/** The parameters of a search that say what is found; those that say how it is shown have no part in a count. */
const namedSearch = z.strictObject({
  q: z
    .string()
    .refine((text) => text.trim() !== '', { error: 'must not be empty' })
    .optional(),
  like: likeParameter(),
  match: z.literal('all', { error: 'must be all, which it is by default' }).optional(),
  ...rankedParameters,
})

/** Parses the search of a mark, such as `q=memory&chapter=3`, as an address has it. */
export const parseEvidenceSearch = (
  query: string,
): { text: string; like: string | null; filter: RankedFilter } | { fault: string } => {
  const given = [...new URLSearchParams(query)]
  const names = given.map(([name]) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) return { fault: `${repeated} must be given at most once` }
  const read = validate(namedSearch, Object.fromEntries(given))
  if (!read.ok) return { fault: read.errors.map(({ path, message }) => `${path} ${message}`).join('; ') }
  const { q, like, match: _match, ...filter } = read.value
  if (q === undefined && like === null) return { fault: 'q is required, or like' }
  return { text: q ?? '', like, filter: { ...filterOf(filter), withText: filter.hasFullText } }
}
