import { z } from 'zod'
import { bibliographyFields, publicationKinds, type AuthorName, type Bibliography } from '#core/papers/bibliography.ts'
import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'
import { line, optionalLine } from './fields.ts'
import { omitEmpty } from './omit-empty.ts'

/** The optional fields of a paper that citations need, as they come in and go out. */

const PART = '(?:0[1-9]|[12]\\d|3[01])'
const DATE = new RegExp(`^\\d{4}(?:-(?:0[1-9]|1[0-2])(?:-${PART})?)?$`, 'u')

const isDate = (text: string): boolean => {
  if (!DATE.test(text)) return false
  // Days that a month does not have would be moved into the next one.
  return text.length < 10 || new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
}

/** A line that has to be of a form; `read` gives the form that is stored, or null for what is not of it. */
const optionalForm = (max: number, read: (text: string) => string | null, error: string) =>
  optionalLine(max).transform((given, context) => {
    const stored = given === null ? null : read(given)
    if (given === null || stored !== null) return stored
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })

const wholeDoi = (text: string): string | null =>
  /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?10\.\S+$/iu.test(text) ? doiIn(text) : null

const wholeArxivId = (text: string): string | null => {
  const bare = text.replace(/^(?:https?:\/\/arxiv\.org\/abs\/|arxiv:\s*)/iu, '')
  return /^[\w./-]+$/u.test(bare) ? arxivIdIn(`arxiv:${bare}`) : null
}

const authorName = z
  .strictObject({ name: line(300), family: line(300), given: optionalLine(300) })
  .transform(({ name, family, given }): AuthorName => ({ name, family, given }))

export const bibliographyShape = {
  authorNames: z
    .array(authorName)
    .max(2_000)
    .transform((names) => [...new Map(names.map((one) => [one.name, one])).values()])
    .optional()
    .default([]),
  date: optionalForm(
    10,
    (text) => (isDate(text) ? text : null),
    'must be a day, a month or a year, such as 2024-05-17',
  ),
  doi: optionalForm(500, wholeDoi, 'must be a DOI, such as 10.1000/182'),
  arxivId: optionalForm(100, wholeArxivId, 'must be an arXiv id, such as 2210.03629 or math/0306266'),
  container: optionalLine(1_000),
  volume: optionalLine(100),
  issue: optionalLine(100),
  pages: optionalLine(100),
  publisher: optionalLine(500),
  kind: z
    .enum(publicationKinds)
    .optional()
    .transform((value) => value ?? null),
  license: optionalLine(500),
}

/** As they go out: absent without a value. */
export const presentedBibliography = {
  authorNames: z
    .array(z.strictObject({ name: z.string(), family: z.string(), given: z.string().optional() }))
    .optional()
    .meta({ description: 'How bibliographies sort those authors whose parts of the name are known.' }),
  date: z.string().optional().meta({ description: 'A day, month or year: 2024-05-17, 2024-05, 2024.' }),
  doi: z.string().optional(),
  arxivId: z.string().optional().meta({ description: 'Without version.' }),
  container: z.string().optional().meta({ description: 'Journal, proceedings or book.' }),
  volume: z.string().optional(),
  issue: z.string().optional(),
  pages: z.string().optional(),
  publisher: z.string().optional(),
  kind: z.enum(publicationKinds).optional(),
  license: z.string().optional(),
}

/** For forms that keep to contract 2.1. */
export const omittedBibliography = Object.fromEntries(bibliographyFields.map((field) => [field, true])) as Record<
  keyof Bibliography,
  true
>

/** Those fields that have a value; `given` only where there is one. */
export const presentBibliography = (paper: Bibliography) =>
  omitEmpty({
    authorNames: paper.authorNames.map(({ name, family, given }) => ({ name, family, ...omitEmpty({ given }) })),
    date: paper.date,
    doi: paper.doi,
    arxivId: paper.arxivId,
    container: paper.container,
    volume: paper.volume,
    issue: paper.issue,
    pages: paper.pages,
    publisher: paper.publisher,
    kind: paper.kind,
    license: paper.license,
  })
