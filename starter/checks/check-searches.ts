import { type Expected, findMarks } from '#core/text/evidence-marks.ts'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import type { Finding } from './our-texts.ts'

/** How many papers of the corpus a search finds, by the parameters of `/api/v1/search`; words if it cannot be made. */
export type CountFound = (query: string) => Promise<number | string>

const holds = ({ comparison, count }: Expected, found: number): boolean =>
  comparison === '=' ? found === count : comparison === '<' ? found < count : found > count

/** Searches that commentaries, gaps and briefs rest on, as `[search: q=… = 0]`, find as many papers as they say. */
export const checkSearches = async (
  { papers, gaps, briefs }: StarterCorpus,
  countFound: CountFound,
): Promise<{ searches: number; findings: Finding[] }> => {
  const texts = [
    ...papers.map(({ paper }) => ({ place: `${paper.id} commentary`, text: paper.commentary ?? '' })),
    ...gaps.map(({ id, explanation }) => ({ place: id, text: explanation })),
    ...briefs.map(({ id, summary, take }) => ({ place: id, text: `${summary}\n\n${take}` })),
  ]
  const findings: Finding[] = []
  let searches = 0
  for (const { place, text } of texts)
    for (const mark of findMarks(text)) {
      if (mark.kind !== 'search') continue
      searches += 1
      const found = await countFound(mark.query)
      if (typeof found === 'string') findings.push({ place, message: `${mark.mark} cannot be searched: ${found}` })
      else if (!holds(mark.expected, found)) findings.push({ place, message: `${mark.mark} finds ${found}` })
    }
  return { searches, findings }
}
