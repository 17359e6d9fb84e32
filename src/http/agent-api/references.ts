import { z } from 'zod'
import { textError } from '#core/text/normalize-text.ts'
import type { ReferenceMatch, ReferenceResult } from '#core/cited-references.ts'
import type { Context } from 'hono'
import { referenceAttempts, type ClientNetworks, referencePolicy } from '#core/quota.ts'
import type { Store } from '#ports/store/store.ts'
import { checkReference } from '#queries/public-papers.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { REFERENCES_BODY_BYTES, readJsonBody } from '#http/input/body.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route, TakeTurn } from '#http/routing/route.ts'

export const MAX_REFERENCES = 25
const MAX_CHARACTERS = 10_000

const referenceText = z
  .string()
  .max(MAX_CHARACTERS)
  .regex(/\S/u, { error: 'must not be empty' })
  .refine((text) => textError(text, 'block') === null, {
    error: 'must not contain control characters or long runs of combining marks',
  })

/** One reference: a text, or an object that says what kind of text it is. */
const reference = z.union(
  [
    referenceText,
    z.strictObject({ text: referenceText }).transform(({ text }) => text),
    z.strictObject({ doi: referenceText }).transform(({ doi }) => doi),
    z
      .strictObject({ arxivId: referenceText })
      .transform(({ arxivId }) => `arxiv:${arxivId.replace(/^\s*arxiv:/iu, '').trim()}`),
    z.strictObject({ bibtex: referenceText }).transform(({ bibtex }) => bibtex),
  ],
  { error: `must be a text of at most ${MAX_CHARACTERS} characters, or an object with text, doi, arxivId or bibtex` },
)

/** Body of POST /api/v1/references/check (contract 10.3). */
const referencesBody = z.strictObject({
  references: z
    .array(reference)
    .min(1)
    .max(MAX_REFERENCES)
    .meta({
      description: `Up to ${MAX_REFERENCES}: each a DOI, an arXiv id, a BibTeX entry or a printed reference.`,
    }),
})

const ABSENT_NOTE =
  'No public paper of this library matches. That does not mean that the paper was invented: the library covers one field only.'

const candidate = z.strictObject({
  id: z.string(),
  title: z.string().optional().meta({ description: 'Absent for a retracted paper.' }),
  year: z.int().optional(),
  state: z.enum(['accepted', 'retracted']),
  retracted: z.boolean(),
  confidence: z.number().min(0).max(1),
  matchedBy: z.enum(['doi', 'arxiv', 'title']),
  differs: z
    .array(z.enum(['title', 'year', 'authors']))
    .meta({ description: 'Fields in which the reference differs from the paper.' }),
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
  // A retracted paper may have been edited since, and its new text was never public.
  ...(paper.state === 'accepted' ? { title: paper.title, year: paper.year } : {}),
  state: paper.state,
  retracted: paper.state === 'retracted',
  confidence,
  matchedBy: by,
  differs,
})

const presentReferences = (results: readonly ReferenceResult[]): z.infer<typeof referencesResponse> => ({
  results: results.map(({ result, matches }, index) => {
    const [best] = matches
    if (result === 'in_corpus' && best !== undefined) return { index, result, ...presentMatch(best) }
    if (result === 'ambiguous') return { index, result, candidates: matches.map(presentMatch) }
    return { index, result: 'absent', note: ABSENT_NOTE }
  }),
})

type Ports = {
  store: Store
  limitAttempts: LimitAttempts
  clientNetworks: (context: Context) => ClientNetworks
  takeTurn: TakeTurn
}

const check =
  ({ store, limitAttempts, clientNetworks, takeTurn }: Ports) =>
  (context: Context): Promise<Reply> =>
    limitAttempts({ counted: referenceAttempts(clientNetworks(context)), countsSuccess: true }, async (countAs) => {
      const { value } = await readJsonBody(context, REFERENCES_BODY_BYTES)
      const { references } = parseInput(referencesBody, value)
      await countAs(references.length)
      const results: ReferenceResult[] = []
      // Each reference waits for its own turn, so that a long list holds up nobody else.
      for (const text of references) results.push(await takeTurn(context, () => checkReference(store.public, text)))
      return json(200, presentReferences(results))
    })

export const referenceCheckRoutes = (ports: Ports): Route[] => [
  {
    method: 'post',
    access: 'public',
    caching: 'none',
    allowCors: true,
    path: '/api/v1/references/check',
    summary: 'Find the papers of the library that references mean',
    body: referencesBody,
    bodyBytes: REFERENCES_BODY_BYTES,
    bodyExample: {
      references: ['10.48550/arXiv.2503.14499', 'Kwa et al. Measuring AI Ability to Complete Long Tasks. 2025'],
    },
    responses: {
      200: { description: 'A result for each reference, in the same order.', schema: referencesResponse },
      429: { description: `${referencePolicy.limit} references of this address were checked within an hour.` },
    },
    handle: check(ports),
  },
]
