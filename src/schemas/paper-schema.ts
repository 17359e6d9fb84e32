import { z } from 'zod'
import type { AssessedFields } from '#core/assessment/assessed-fields.ts'
import { chapters, isChapter } from '#core/papers/chapter.ts'
import { PAPER_ID, researchTypes, type Paper, type PaperWithText } from '#core/papers/paper.ts'
import { toMillionths, toUnit } from '#core/papers/score.ts'
import { bibliographyShape, presentBibliography } from './bibliography-schema.ts'
import { line, lines, optionalBlock, optionalLine, optionalUrl } from './fields.ts'
import { omitEmpty } from './omit-empty.ts'
import { validate, type Validated } from './validate.ts'

/**
 * A paper (contract 2.1) as it comes in and goes out: over HTTP, as JSON lines and in the starter corpus.
 * The wire's names for what the editors say, and its 0 to 1 scale, end here.
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
  title: line(1_000),
  authors: z.array(line(300)).min(1).max(2_000),
  year: z.int().min(OLDEST_YEAR),
  institution: optionalLine(500),
  url: optionalUrl(),
  abstract: optionalBlock(50_000),
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

/** What the editors say of a paper, under the wire names of contract 2.1; what is left out has no value. */
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
    // Whoever leaves the list of authors takes the parts of the name along.
    authorNames: same.authorNames.filter(({ name }) => same.authors.includes(name)),
    longHorizon: longHorizonScore,
    enterprise: enterpriseScore,
    frameworks: frameworkMappings,
    commentary: houseCommentary,
  }))

/** Names in the input that the form does not know; they are told to the sender and otherwise ignored. */
const unknownNames = (input: unknown): string[] =>
  typeof input === 'object' && input !== null
    ? Object.keys(input).filter((name) => !Object.hasOwn(paperShape, name))
    : []

export type ParsedPaper = { paper: PaperWithText; ignored: string[] }

/** Checks a paper (contract 2.1); all errors are reported at once. `now` bounds the year: next year's papers exist, later ones do not. */
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

/** A paper as contract 2.1 shows it, with every field of it that has a value. */
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

/** The same with everything else that is kept of a paper, as "longview ingest" reads it back. */
export const presentFullPaper = (paper: PaperWithText) => ({
  ...presentPaperFields(paper),
  ...presentBibliography(paper),
  ...omitEmpty({ type: paper.type, fullText: paper.fullText }),
})
