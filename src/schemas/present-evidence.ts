import { z } from 'zod'
import { type Evidence, type EvidenceFinding, faultOf, shortenQuote, supports } from '#core/evidence/evidence.ts'
import { quotationMatches } from '#core/evidence/quotations.ts'
import type { EvidenceMark } from '#core/text/evidence-marks.ts'

export const presentedEvidence = z
  .strictObject({
    mark: z.string().meta({ description: 'As it stands in the text.' }),
    kind: z.enum(['paper', 'quote', 'search']),
    paper: z.string().nullable().meta({ description: 'The id of the public paper, also after a merge.' }),
    version: z.int().nullable().meta({ description: 'The version of the paper that was looked at.' }),
    quote: z.string().nullable().meta({ description: 'Of a full text that may not be shown whole, at most 25 words.' }),
    anchor: z.string().nullable().meta({ description: 'The passage where the quotation begins.' }),
    match: z.enum(quotationMatches).nullable(),
    support: z
      .enum(supports)
      .nullable()
      .meta({ description: 'Whether the quotation bears its sentence, as an editor judged.' }),
    query: z.string().nullable().meta({ description: 'Parameters of /api/v1/search, with match=all.' }),
    count: z.int().nullable().meta({ description: 'The total of the search, at most 1,000.' }),
    checkedAt: z.string().nullable(),
  })
  .meta({ id: 'Evidence' })

/** A mark whose quotation is cut to what may be shown. */
export const shownMark = ({ mark, check }: Evidence): { mark: string; quote: string | null } => {
  if (mark.kind !== 'quote') return { mark: mark.mark, quote: null }
  const quote = check?.isLimited === true ? shortenQuote(mark.quote) : mark.quote
  return { mark: quote === mark.quote ? mark.mark : `[${mark.paperId} "${quote}"]`, quote }
}

export const presentEvidence = (evidence: Evidence): z.infer<typeof presentedEvidence> => {
  const { mark, check, judgement } = evidence
  const { mark: written, quote } = shownMark(evidence)
  return {
    mark: written,
    kind: mark.kind,
    paper: check?.paperId ?? null,
    version: check?.version ?? null,
    quote,
    anchor: check?.anchor ?? null,
    match: check?.match ?? null,
    support: judgement?.support ?? null,
    query: mark.kind === 'search' ? mark.query : null,
    count: check?.count ?? null,
    checkedAt: check?.checkedAt ?? null,
  }
}

export const presentedFailingMarks = z
  .array(
    z.strictObject({
      mark: z.string().meta({ description: 'As it stands in the text.' }),
      problem: z.string().meta({ description: 'Why it does not hold.' }),
      found: z.string().nullable().meta({ description: 'What the authors wrote in the place of a quotation.' }),
    }),
  )
  .meta({ id: 'FailingMarks', description: 'After a change, the marks that do not hold; absent if all hold.' })

/**
 * The marks that do not hold, of those that were looked up.
 *
 * @param showsAll whether words of texts that may not be shown whole are told
 */
export const presentFailingMarks = (
  examined: readonly { mark: EvidenceMark; check: EvidenceFinding }[],
  { showsAll }: { showsAll: boolean },
): z.infer<typeof presentedFailingMarks> =>
  examined.flatMap(({ mark, check }) => {
    const problem = faultOf(mark, check)
    return problem === null
      ? []
      : [{ mark: mark.mark, problem, found: check.isLimited && !showsAll ? null : check.found }]
  })
