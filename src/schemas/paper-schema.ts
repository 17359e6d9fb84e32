import { CITED_BOUNDS } from '#core/citations/cited-work.ts'
import { z } from 'zod'
import type { AssessedFields } from '#core/assessment/suggestion.ts'
import { chapters, isChapter } from '#core/papers/chapter.ts'
import { detailsOfAuthors } from '#core/papers/author-details.ts'
import { orcidIn } from '#core/papers/orcid.ts'
import { kindsOfTexts } from '#core/papers/text-kinds.ts'
import { PAPER_ID, researchTypes, type Paper, type PaperWithText } from '#core/papers/paper.ts'
import { toMillionths, toUnit } from '#core/papers/score.ts'
import { bibliographyShape, presentBibliography, presentedBibliography } from './bibliography-schema.ts'
import { line, lines, optionalBlock, optionalLine, optionalUrl, omitEmpty } from './fields.ts'
import { validate, type Validated } from './validate.ts'
import { sourceFormats, type ReadRecord } from '#core/imports/imported-record.ts'
import { parseStrictJson } from './parse-strict-json.ts'
import { messageOf } from '#core/failure.ts'
import { texName, texText } from '#core/text/tex-text.ts'

/**
 * Input and output of papers (contract 2.1): over HTTP, as JSON lines and in the starter corpus. The wire names of editorial fields
 * and the 0 to 1 scale are used nowhere further in.
 */

const FULL_TEXT_LENGTH = 5_000_000
const OLDEST_YEAR = 1800
const score = () =>
  z
    .number()
    .min(0)
    .max(1)
    .transform(toMillionths)
    .optional()
    .transform((value) => value ?? null)
const chapter = () =>
  z
    .number()
    .refine(isChapter, { error: `must be a whole number from ${chapters[0]} to ${chapters.at(-1)}` })
    .optional()
    .transform((value) => value ?? null)

const paperShape = {
  id: z.string().regex(PAPER_ID, { error: 'must be "p" and 1 to 15 digits, such as p1201' }),
  title: line(1_000, texText),
  authors: z.array(line(300, texName)).min(1).max(2_000),
  year: z.int().min(OLDEST_YEAR),
  institution: optionalLine(500, texName),
  url: optionalUrl(),
  abstract: optionalBlock(50_000, texText),
  chapter: chapter(),
  longHorizonScore: score(),
  enterpriseScore: score(),
  topics: lines(100, 200).optional().default([]),
  concepts: lines(100, 200).optional().default([]),
  frameworkMappings: lines(100, 200).optional().default([]),
  houseCommentary: optionalBlock(50_000),
  storageUrl: optionalUrl(),
  type: z
    .enum(researchTypes)
    .optional()
    .transform((value) => value ?? null),
  fullText: optionalBlock(FULL_TEXT_LENGTH),
  ...bibliographyShape,
}

/** The editorial fields by their wire names (contract 2.1); omitted ones have no value. */
export const assessmentSchema = z
  .strictObject({
    chapter: paperShape.chapter,
    type: paperShape.type,
    longHorizonScore: paperShape.longHorizonScore,
    enterpriseScore: paperShape.enterpriseScore,
    concepts: paperShape.concepts,
    frameworkMappings: paperShape.frameworkMappings,
    houseCommentary: paperShape.houseCommentary,
  })
  .transform((given): AssessedFields => ({
    chapter: given.chapter,
    type: given.type,
    longHorizon: given.longHorizonScore,
    enterprise: given.enterpriseScore,
    concepts: given.concepts,
    frameworks: given.frameworkMappings,
    commentary: given.houseCommentary,
  }))

export const paperSchema = z
  .object(paperShape)
  .transform(({ longHorizonScore, enterpriseScore, frameworkMappings, houseCommentary, ...same }): PaperWithText => ({
    ...same,
    // Name parts are dropped with their author.
    authorNames: same.authorNames.filter(({ name }) => same.authors.includes(name)),
    authorDetails: detailsOfAuthors(same.authors, same.authorDetails),
    ...kindsOfTexts(same),
    longHorizon: longHorizonScore,
    enterprise: enterpriseScore,
    frameworks: frameworkMappings,
    commentary: houseCommentary,
  }))

/** Unknown fields, which are reported to the sender and otherwise ignored. */
const unknownNames = (input: unknown): string[] =>
  typeof input === 'object' && input !== null
    ? Object.keys(input).filter((name) => !Object.hasOwn(paperShape, name))
    : []

export type ParsedPaper = { paper: PaperWithText; ignored: string[] }

/** Validates a paper (contract 2.1); all errors are reported at once. The year may be at most one after `now`. */
export const parsePaper = (input: unknown, now: Date): Validated<ParsedPaper> => {
  const latestYear = now.getUTCFullYear() + 1
  const checked = validate(paperSchema, input)
  const year: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'year') : undefined
  const late = typeof year === 'number' && year > latestYear
  const found = checked.ok ? [] : checked.errors
  const errors = late
    ? [...found.filter(({ path }) => path !== 'year'), { path: 'year', message: `must be at most ${latestYear}` }]
    : found
  if (!checked.ok || errors.length > 0) return { ok: false, errors }
  return { ok: true, value: { paper: checked.value, ignored: unknownNames(input) } }
}

const unitOrNull = (score: number | null): number | null => (score === null ? null : toUnit(score))

/** The fields of contract 2.1 that have a value. */
export const presentPaperFields = (paper: Paper) => ({
  id: paper.id,
  title: paper.title,
  authors: paper.authors,
  year: paper.year,
  ...omitEmpty({
    institution: paper.institution,
    url: paper.url,
    abstract: paper.abstract,
    chapter: paper.chapter,
    longHorizonScore: unitOrNull(paper.longHorizon),
    enterpriseScore: unitOrNull(paper.enterprise),
    topics: paper.topics,
    concepts: paper.concepts,
    frameworkMappings: paper.frameworks,
    houseCommentary: paper.commentary,
    storageUrl: paper.storageUrl,
  }),
})

/** All stored fields of a paper, as "longview ingest" reads them back. */
export const presentFullPaper = (paper: PaperWithText) => ({
  ...presentPaperFields(paper),
  ...presentBibliography(paper),
  ...omitEmpty({ type: paper.type, fullText: paper.fullText }),
})

const unitScore = z.number().min(0).max(1).optional()

/** The output schema (contract 2.1): fields without a value are absent. Surfaces omit what they do not show. */
export const presentedPaper = z.strictObject({
  id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.int(),
  institution: z.string().optional(),
  url: z.string().optional(),
  abstract: z.string().optional(),
  chapter: z.int().min(1).max(7).optional(),
  longHorizonScore: unitScore,
  enterpriseScore: unitScore,
  topics: z.array(z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  frameworkMappings: z.array(z.string()).optional(),
  houseCommentary: z.string().optional(),
  storageUrl: z.string().optional(),
  type: z.enum(researchTypes).optional(),
  fullText: z.string().optional(),
  ...presentedBibliography,
})

/** An imported paper with the fields that were dropped as invalid; or why the record was rejected. */
export type ParsedImport = { ok: true; paper: PaperWithText; dropped: string[] } | { ok: false; reason: string }

const REQUIRED = new Set(['title', 'authors', 'year'])

/** A placeholder until an id is allocated. */
const NO_ID = 'p0'

/** A wrong iD costs neither the record nor what else is known of its authors. */
const withoutWrongOrcids = (
  fields: Readonly<Record<string, unknown>>,
): { fields: Readonly<Record<string, unknown>>; wrong: string[] } => {
  const given: unknown = fields.authorDetails
  if (!Array.isArray(given)) return { fields, wrong: [] }
  const wrong: string[] = []
  const authorDetails = given.map((detail: unknown) => {
    if (typeof detail !== 'object' || detail === null || !('orcid' in detail)) return detail
    const { orcid, ...rest } = detail
    if (typeof orcid !== 'string' || orcidIn(orcid) !== null) return detail
    wrong.push(`ORCID (${orcid.slice(0, 50)} has a wrong check digit or form)`)
    return rest
  })
  return wrong.length === 0 ? { fields, wrong } : { fields: { ...fields, authorDetails }, wrong: wrong.slice(0, 20) }
}

/** Validates a record like a submission, but only invalid required fields reject it; others are dropped. */
export const parseImportedPaper = (given: Readonly<Record<string, unknown>>, now: Date): ParsedImport => {
  const { fields, wrong } = withoutWrongOrcids(given)
  const parsed = parseFound(fields, now)
  return parsed.ok ? { ...parsed, dropped: [...parsed.dropped, ...wrong] } : parsed
}

const parseFound = (fields: Readonly<Record<string, unknown>>, now: Date): ParsedImport => {
  const checked = parsePaper({ ...fields, id: NO_ID }, now)
  if (checked.ok) return { ok: true, paper: checked.value.paper, dropped: [] }
  const wrong = Map.groupBy(checked.errors, ({ path }) => path.split('.')[0] ?? path)
  if (wrong.keys().some((name) => REQUIRED.has(name)))
    return { ok: false, reason: checked.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(name)))
  const again = parsePaper({ ...rest, id: NO_ID }, now)
  if (!again.ok) return { ok: false, reason: again.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
  const dropped = [...wrong].map(([name, errors]) => `${name} (${errors[0]?.message ?? ''})`)
  return { ok: true, paper: again.value.paper, dropped }
}

/** Looked at again when the record is checked. */
const sentReference = z.strictObject({
  doi: z.string().nullable(),
  arxivId: z.string().nullable(),
  openalexId: z.string().nullable(),
  title: z.string().nullable(),
  year: z.number().nullable(),
  authors: z.array(z.string()).max(CITED_BOUNDS.authors),
  text: z.string().nullable(),
})

/** A record that a client parsed from a file and sends as a line of JSON. Its fields are validated later. */
const sentRecord = z.union([
  z.strictObject({ position: z.string().min(1).max(300), reason: z.string().min(1).max(2_000) }),
  z.strictObject({
    format: z.enum(sourceFormats),
    position: z.string().min(1).max(300),
    recordId: z.string().nullable(),
    fields: z.record(z.string(), z.unknown()),
    unmapped: z.array(z.string()),
    source: z.string(),
    references: z.array(sentReference).max(CITED_BOUNDS.references).optional(),
  }),
])

/** Parses a line sent by a client; an invalid one is reported by its number. */
export const parseSentRecord = (text: string, line: number): ReadRecord => {
  const position = `line ${line}`
  try {
    const checked = validate(sentRecord, parseStrictJson(text))
    return checked.ok
      ? checked.value
      : { position, reason: 'This line is not a record as sent by "longview ingest --to".' }
  } catch (error) {
    return { position, reason: messageOf(error) }
  }
}
