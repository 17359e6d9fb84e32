import { z } from 'zod'
import {
  bibliographyFields,
  ofEachBibliographicText,
  publicationKinds,
  type AuthorName,
  type Bibliography,
  type OpenAccess,
} from '#core/papers/bibliography.ts'
import {
  type GivenDetail,
  MAX_AFFILIATION_CHARACTERS,
  MAX_AFFILIATION_LENGTH,
  MAX_AFFILIATIONS,
} from '#core/papers/author-details.ts'
import { isCalendarDay } from '#core/calendar-day.ts'
import { arxivIdIn, doiIn, linkError } from '#core/papers/identifiers.ts'
import { orcidIn } from '#core/papers/orcid.ts'
import { abstractWriters, fullTextKinds, usualTextKinds } from '#core/papers/text-kinds.ts'
import { texName, texText } from '#core/text/tex-text.ts'
import { line, lines, optionalLine, omitEmpty } from './fields.ts'

/** Input and output of the optional fields that citations need. */

const PART = '(?:0[1-9]|[12]\\d|3[01])'
const DATE = new RegExp(`^\\d{4}(?:-(?:0[1-9]|1[0-2])(?:-${PART})?)?$`, 'u')

const isDate = (text: string): boolean => {
  if (!DATE.test(text)) return false
  return text.length < 10 || isCalendarDay(text)
}

/** An optional line in a given format. @param read returns the stored form, or null if the format does not match */
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
  .strictObject({ name: line(300, texName), family: line(300, texName), given: optionalLine(300, texName) })
  .transform(({ name, family, given }): AuthorName => ({ name, family, given }))

/** A number that is a place in a list of authors. */
const MAX_AUTHORS = 2_000

const orcid = line(100).transform((given, context) => {
  const id = orcidIn(given)
  if (id !== null) return id
  context.addIssue({
    code: 'custom',
    message: 'must be an ORCID iD with a right check digit, such as 0000-0002-1825-0097',
  })
  return z.NEVER
})

const affiliations = lines(MAX_AFFILIATIONS, MAX_AFFILIATION_LENGTH, texName)

const authorDetail = z
  .strictObject({
    position: z.int().min(1).max(MAX_AUTHORS).optional(),
    name: line(300, texName),
    orcid: orcid.optional(),
    affiliations: affiliations.optional(),
  })
  .transform(({ orcid: id = null, affiliations: places = [], ...rest }): GivenDetail => ({
    ...rest,
    orcid: id,
    affiliations: places,
  }))

const charactersOf = (details: readonly GivenDetail[]): number =>
  details.reduce((sum, detail) => sum + detail.affiliations.join('').length, 0)

const openAccess = z.strictObject({
  url: line(2_048).superRefine((value, context) => {
    const message = linkError(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  source: line(300),
})

const textKinds = {
  abstractBy: z.enum(abstractWriters),
  fullTextKind: z.enum(fullTextKinds),
}

const presentedTextKinds = {
  abstractBy: textKinds.abstractBy.optional().meta({
    description:
      'Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary.',
  }),
  fullTextKind: textKinds.fullTextKind.optional().meta({
    description: 'What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it.',
  }),
}

export const bibliographyShape = {
  authorNames: z
    .array(authorName)
    .max(2_000)
    .transform((names) => [...new Map(names.map((one) => [one.name, one])).values()])
    .optional()
    .default([]),
  authorDetails: z
    .array(authorDetail)
    .max(MAX_AUTHORS)
    .refine((details) => charactersOf(details) <= MAX_AFFILIATION_CHARACTERS, {
      error: `must have affiliations of at most ${MAX_AFFILIATION_CHARACTERS} characters together`,
      // What is wrong in itself is not in the form that is counted.
      when: ({ issues }) => issues.length === 0,
    })
    .optional()
    .default([]),
  openAccess: openAccess.optional().transform((value): OpenAccess | null => value ?? null),
  date: optionalForm(
    10,
    (text) => (isDate(text) ? text : null),
    'must be a day, a month or a year, such as 2024-05-17',
  ),
  doi: optionalForm(500, wholeDoi, 'must be a DOI, such as 10.1000/182'),
  arxivId: optionalForm(100, wholeArxivId, 'must be an arXiv id, such as 2210.03629 or math/0306266'),
  kind: z
    .enum(publicationKinds)
    .optional()
    .transform((value) => value ?? null),
  abstractBy: textKinds.abstractBy.optional().default(usualTextKinds.abstractBy),
  fullTextKind: textKinds.fullTextKind.optional().default(usualTextKinds.fullTextKind),
  ...ofEachBibliographicText((_, { most, isProse = false }) => optionalLine(most, isProse ? texText : undefined)),
}

/** Output form: fields without a value are absent, and kinds of texts that are those of most papers. */
export const presentedBibliography = {
  authorNames: z
    .array(z.strictObject({ name: z.string(), family: z.string(), given: z.string().optional() }))
    .optional()
    .meta({ description: 'How bibliographies sort those authors whose parts of the name are known.' }),
  authorDetails: z
    .array(
      z.strictObject({
        position: z.int().meta({ description: 'The place in `authors`, from 1.' }),
        name: z.string(),
        orcid: z.string().optional(),
        affiliations: z.array(z.string()).optional(),
      }),
    )
    .optional()
    .meta({ description: 'ORCID iDs and affiliations of those authors for whom a source gives them.' }),
  openAccess: z
    .strictObject({ url: z.string(), source: z.string() })
    .optional()
    .meta({ description: 'Where the paper can be read for free, and who says so.' }),
  date: z.string().optional().meta({ description: 'A day, month or year: 2024-05-17, 2024-05, 2024.' }),
  doi: z.string().optional(),
  arxivId: z.string().optional().meta({ description: 'Without version.' }),
  kind: z.enum(publicationKinds).optional(),
  ...presentedTextKinds,
  ...ofEachBibliographicText((_, { description }) => {
    const text = z.string().optional()
    return description === undefined ? text : text.meta({ description })
  }),
} satisfies Record<keyof Bibliography, z.ZodType>

/** For schemas limited to contract 2.1. */
export const omittedBibliography = Object.fromEntries(bibliographyFields.map((field) => [field, true])) as Record<
  keyof Bibliography,
  true
>

export const presentBibliography = (paper: Bibliography) =>
  omitEmpty({
    authorNames: paper.authorNames.map(({ name, family, given }) => ({ name, family, ...omitEmpty({ given }) })),
    authorDetails: paper.authorDetails.map(({ position, name, orcid: id, affiliations: places }) => ({
      position,
      name,
      ...omitEmpty({ orcid: id, affiliations: places }),
    })),
    openAccess: paper.openAccess,
    date: paper.date,
    doi: paper.doi,
    arxivId: paper.arxivId,
    kind: paper.kind,
    abstractBy: paper.abstractBy === usualTextKinds.abstractBy ? null : paper.abstractBy,
    fullTextKind: paper.fullTextKind === usualTextKinds.fullTextKind ? null : paper.fullTextKind,
    ...ofEachBibliographicText((name) => paper[name]),
  })
