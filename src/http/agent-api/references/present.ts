import { z } from 'zod'
import type { ReferenceMatch, ReferenceResult } from '#core/references/match-reference.ts'

const ABSENT =
  'No public paper of this library matches. That does not mean that the paper was invented: the library holds one field only.'

const candidate = z.strictObject({
  id: z.string(),
  title: z.string().optional().meta({ description: 'Not of a retracted paper.' }),
  year: z.int().optional(),
  state: z.enum(['accepted', 'retracted']),
  retracted: z.boolean(),
  confidence: z.number().min(0).max(1),
  matchedBy: z.enum(['doi', 'arxiv', 'title']),
  differs: z
    .array(z.enum(['title', 'year', 'authors']))
    .meta({ description: 'What the reference says otherwise than the paper.' }),
})

export const referencesResponse = z.strictObject({
  results: z.array(
    z.strictObject({
      index: z.int().meta({ description: 'Of the reference, from 0.' }),
      result: z.enum(['in_corpus', 'ambiguous', 'absent']),
      ...candidate.partial().shape,
      candidates: z.array(candidate).optional().meta({ description: 'Of an ambiguous reference, best first.' }),
      note: z.string().optional(),
    }),
  ),
})

const presentMatch = ({ paper, by, confidence, differs }: ReferenceMatch): z.infer<typeof candidate> => ({
  id: paper.id,
  // A retracted paper may have been edited since: what it says now was never public.
  ...(paper.state === 'accepted' ? { title: paper.title, year: paper.year } : {}),
  state: paper.state,
  retracted: paper.state === 'retracted',
  confidence,
  matchedBy: by,
  differs,
})

export const presentReferences = (results: readonly ReferenceResult[]): z.infer<typeof referencesResponse> => ({
  results: results.map(({ result, matches }, index) => {
    const [best] = matches
    if (result === 'in_corpus' && best !== undefined) return { index, result, ...presentMatch(best) }
    if (result === 'ambiguous') return { index, result, candidates: matches.map(presentMatch) }
    return { index, result: 'absent', note: ABSENT }
  }),
})
