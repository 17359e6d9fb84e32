import { z } from 'zod'
import { isCalendarDay } from '#core/calendar-day.ts'
import { chapters } from '#core/papers/chapter.ts'
import { PAPER_ID, researchTypes } from '#core/papers/paper.ts'
import { namedFacetWords, ofEachName } from '#core/search/facet-token.ts'
import { boundFromTen } from '#core/papers/score.ts'
import { textError } from '#core/text/normalize-text.ts'
import { wholeNumberParameter } from './fields.ts'
import { validate } from './validate.ts'

/** Schemas of filters for papers, as query parameters and as tool arguments; each surface uses those it offers. */

const FIRST_CHAPTER = chapters[0]
const LAST_CHAPTER = chapters.at(-1) ?? FIRST_CHAPTER
const LAST_YEAR = 9_999
const MAX_YEAR_DIGITS = 9
const MAX_SCORE = 10
const SCORE = /^\d{1,3}(?:\.\d{1,20})?$/u
/** The longest name of an institution and the like. */
const MAX_NAMED = 500
const MAX_NAME = 300

const orNull = <T>(value: T | undefined): T | null => value ?? null

const name = (most: number) =>
  z
    .string()
    .max(most)
    .superRefine((text, context) => {
      const error = textError(text, 'line')
      if (error !== null) context.addIssue({ code: 'custom', message: error })
    })
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? null : text.trim()))

const bound = () => wholeNumberParameter({ least: 1, most: LAST_YEAR, maxDigits: MAX_YEAR_DIGITS }).transform(orNull)

const chapterNumber = () => wholeNumberParameter({ least: FIRST_CHAPTER, most: LAST_CHAPTER, maxDigits: 1 })

const yearNumber = () =>
  z
    .string()
    .refine((text) => /^\d{4}$/u.test(text), { error: 'must be a year, such as 2025' })
    .meta({ type: 'integer', minimum: 0, maximum: LAST_YEAR })
    .transform(Number)

/** Query parameters; null if omitted. */
export const filterParameters = {
  chapter: chapterNumber()
    .transform(orNull)
    .meta({ description: 'Only papers of this chapter, 1 to 7.', example: '3' }),
  year: yearNumber().optional().transform(orNull).meta({ description: 'Only papers of this year.', example: '2025' }),
  type: z
    .enum(researchTypes)
    .optional()
    .transform(orNull)
    .meta({ description: 'Only papers of this research type.', example: 'benchmark' }),
  concept: name(MAX_NAME).meta({
    description: 'Only papers about the concept with this id.',
    example: 'time-horizon',
  }),
  ...ofEachName((facet) => {
    const { relation, example } = namedFacetWords[facet]
    return name(MAX_NAMED).meta({ description: `Only papers ${relation} this ${facet}, by its name.`, example })
  }),
  author: name(MAX_NAME).meta({ description: 'Words of an author’s name.', example: 'kwa' }),
  yearFrom: bound().meta({ description: 'Earliest year.', example: '2023' }),
  yearTo: bound().meta({ description: 'Latest year.', example: '2025' }),
  addedSince: z
    .string()
    .refine(isCalendarDay, { error: 'must be a day, such as 2026-11-01' })
    .optional()
    .transform(orNull)
    .meta({ description: 'Only papers that became public here on this day (UTC) or later.', example: '2026-11-01' }),
  /** From 0 to 10 (contract 4.2), parsed to millionths. */
  minLongHorizon: z
    .string()
    .refine((text) => SCORE.test(text) && Number(text) <= MAX_SCORE, { error: 'must be a number from 0 to 10' })
    .meta({ type: 'number', minimum: 0, maximum: MAX_SCORE })
    .transform((text) => boundFromTen(Number(text)))
    .optional()
    .transform(orNull)
    .meta({ description: 'Least longHorizonScore, 0 to 10, inclusive.', example: '7.5' }),
  hasFullText: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'true: only papers with a full text or a note.' }),
  citedHere: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'true: only papers that at least one paper of the library cites.' }),
}

/** The longest name of an author that has a page. */
const MAX_AUTHOR = 200

/** More values of one facet would be a search of its own. */
export const MAX_CHOICES = 20

const inOrder = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** A parameter that may be repeated: its different values in one order, however they were given. */
const several = <Value extends string | number>(one: z.ZodType<Value | null | undefined>, items: object) =>
  z
    .array(z.string())
    .max(MAX_CHOICES)
    .meta({ items })
    .transform((texts, context): Value[] => {
      const values = new Set<Value>()
      for (const text of texts) {
        const read = validate(one, text)
        if (!read.ok) {
          for (const { message } of read.errors) context.addIssue({ code: 'custom', message })
          return z.NEVER
        }
        if (read.value !== null && read.value !== undefined) values.add(read.value)
      }
      return [...values].toSorted(inOrder)
    })
    .optional()
    .transform((values) => values ?? [])

const anyOfThese = (description: string): string => `${description} Repeated: any of them.`

/** Query parameters of facets, each of which may be repeated: a paper has one of the values. Empty if omitted. */
export const choiceParameters = {
  chapter: several(chapterNumber(), { type: 'integer', minimum: FIRST_CHAPTER, maximum: LAST_CHAPTER }).meta({
    description: anyOfThese('Only papers of this chapter, 1 to 7.'),
    example: [3],
  }),
  year: several(yearNumber(), { type: 'integer', minimum: 0, maximum: LAST_YEAR }).meta({
    description: anyOfThese('Only papers of this year.'),
    example: [2025],
  }),
  type: several(z.enum(researchTypes), { type: 'string', enum: researchTypes }).meta({
    description: anyOfThese('Only papers of this research type.'),
    example: ['benchmark'],
  }),
  concept: several(name(MAX_NAME), { type: 'string', maxLength: MAX_NAME }).meta({
    description: anyOfThese('Only papers about the concept with this id.'),
    example: ['time-horizon'],
  }),
  ...ofEachName((facet) => {
    const { relation, example } = namedFacetWords[facet]
    return several(name(MAX_NAMED), { type: 'string', maxLength: MAX_NAMED }).meta({
      description: anyOfThese(`Only papers ${relation} this ${facet}, by its name.`),
      example: [example],
    })
  }),
  authorName: several(name(MAX_AUTHOR), { type: 'string', maxLength: MAX_AUTHOR }).meta({
    description: anyOfThese('Only papers with an author of this name, whatever its case, marks and punctuation.'),
    example: ['Thomas Kwa'],
  }),
}

/** A search for papers like one: an order, and no filter that other lists have. */
export const likeParameter = () =>
  z
    .string()
    .regex(PAPER_ID, { error: 'must be the id of a paper, such as p19' })
    .optional()
    .transform(orNull)
    .meta({ description: 'Papers like the one with this id, most similar first.', example: 'p19' })

/** A parameter for editors: papers that are assessed, or not yet; null for both. */
export const assessedParameter = () =>
  z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? null : value === 'true'))
    .meta({
      description:
        'false: only papers that are not yet assessed, because they lack a chapter, a type or a longHorizonScore; true: only the others.',
      example: 'false',
    })

const year = () => z.int().min(1).max(LAST_YEAR).optional()

/** The same as tool arguments. */
export const filterArguments = {
  chapter: z.int().min(FIRST_CHAPTER).max(LAST_CHAPTER).optional(),
  type: z.enum(researchTypes).optional(),
  concept: z.string().max(MAX_NAME).optional().describe('Id from browse_editorial'),
  ...ofEachName(() => z.string().max(MAX_NAMED).optional()),
  author: z.string().max(MAX_NAME).optional(),
  yearFrom: year(),
  yearTo: year(),
  addedSince: z
    .string()
    .refine(isCalendarDay, { error: 'must be a day, such as 2026-11-01' })
    .optional()
    .describe('Day, 2026-11-01'),
  minLongHorizon: z.number().min(0).max(MAX_SCORE).optional().describe('Least score for long runs of steps'),
  hasFullText: z.boolean().optional(),
}
