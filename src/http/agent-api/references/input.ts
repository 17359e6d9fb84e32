import { z } from 'zod'
import { textError } from '#core/text/normalize-text.ts'

export const MOST_REFERENCES = 25
const MOST_CHARACTERS = 10_000

const referenceText = z
  .string()
  .max(MOST_CHARACTERS)
  .regex(/\S/u, { error: 'must not be empty' })
  .refine((text) => textError(text, 'block') === null, {
    error: 'must be text without control characters and long runs of marks',
  })

/** One reference: a text, or what kind of text it is. */
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
  { error: `must be a text of at most ${MOST_CHARACTERS} characters, or an object with text, doi, arxivId or bibtex` },
)

/** Body of POST /api/v1/references/check (contract 10.3). */
export const referencesBody = z.strictObject({
  references: z
    .array(reference)
    .min(1)
    .max(MOST_REFERENCES)
    .meta({
      description: `Up to ${MOST_REFERENCES}: each a DOI, an arXiv id, an entry in BibTeX, or a reference as it is printed.`,
    }),
})
