import { z } from 'zod'
import { parseAnchor } from '#core/passages/anchor.ts'
import { hasWords } from '#core/passages/quotes/locate-quote.ts'
import { validationFailure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { cursorParameter, wholeNumberParameter } from '#http/input/query.ts'
import { details, maxTokensParameter } from '#http/agent-api/token-budget.ts'

const MOST_IDS = 50
const MOST_QUOTED = 2_000
const DEFAULT_PASSAGES = 10
const MOST_PASSAGES = 50
const USUAL_PER_PAPER = 3
const MOST_PER_PAPER = 50

const wholeNumber = (most: number, usual: number) =>
  wholeNumberParameter({ least: 1, most, maxDigits: 3 }).transform((value) => value ?? usual)

/** Query of GET /api/v1/passages (contract 10.2); unknown parameters are refused. */
export const passageQuery = z.strictObject({
  q: z.string().regex(/\S/u, { error: 'must not be empty' }).optional().meta({
    description: 'A question in plain words, as for search. One of q, quote and anchor is required.',
    example: 'how do agents remember things over many sessions',
  }),
  quote: z
    .string()
    .refine((text) => codePointLength(text) <= MOST_QUOTED, { error: `must have at most ${MOST_QUOTED} characters` })
    .refine(hasWords, { error: 'must have a word' })
    .optional()
    .meta({
      description:
        'Words to find where they stand: exact, normalized (but for case, blanks, hyphens, quotation marks and Unicode forms), or none.',
      example: 'the length of task it can complete',
    }),
  anchor: z
    .string()
    .transform((text, context) => {
      const anchor = parseAnchor(text)
      if (anchor !== null) return anchor
      context.addIssue({ code: 'custom', message: 'must be an anchor, such as p12@3#s4.2' })
      return z.NEVER
    })
    .optional()
    .meta({ description: 'The anchor of one passage.', example: 'p19@1#abstract.1' }),
  ids: z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .refine((ids) => ids.every((id) => PAPER_ID.test(id)), {
      error: 'must be ids of papers with commas between, such as p12,p40',
    })
    .refine((ids) => ids.length <= MOST_IDS, { error: `must have at most ${MOST_IDS} ids` })
    .optional()
    .transform((ids) => ids ?? null)
    .meta({
      description: `Only passages of these papers: at most ${MOST_IDS} ids with commas between.`,
      example: 'p12,p40',
    }),
  perPaper: wholeNumber(MOST_PER_PAPER, USUAL_PER_PAPER).meta({
    description: `Passages of one paper at most; ${USUAL_PER_PAPER} by default.`,
    example: '1',
  }),
  detail: z
    .enum(details)
    .optional()
    .transform((detail) => detail ?? 'card')
    .meta({ description: 'ids: places only; card (default): with text; abstract: with the abstract of the paper.' }),
  limit: wholeNumber(MOST_PASSAGES, DEFAULT_PASSAGES).meta({
    description: `Passages in an answer; ${DEFAULT_PASSAGES} by default, ${MOST_PASSAGES} at most.`,
    example: '5',
  }),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

export type PassageInput = z.output<typeof passageQuery>

/** Throws `invalid` unless exactly one thing is asked for. */
export const checkOneQuestion = ({ q, quote, anchor }: PassageInput): void => {
  const given = [q, quote, anchor].filter((value) => value !== undefined).length
  if (given === 0) throw validationFailure([{ path: 'q', message: 'is required, or quote, or anchor' }])
  if (given === 1) return
  const path = q === undefined || quote === undefined ? 'anchor' : 'quote'
  throw validationFailure([{ path, message: 'must be the only one of q, quote and anchor' }])
}
