import { arxivIdIn } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { finding, type Finding } from './finding.ts'

/** Before this, nobody wrote of agents. */
const FIRST_YEAR = 1950
/** A paper may appear some years after its preprint, hardly more than one before it. */
const BEFORE_PREPRINT = 1
const AFTER_PREPRINT = 4

/** The year in which an arXiv id was given out, 2210.03629 in 2022. Older ids have letters and are not read. */
const preprintYear = ({ url, storageUrl }: Paper): number | null => {
  const id = [url, storageUrl]
    .map((address) => (address === null ? null : arxivIdIn(address)))
    .find((found) => found !== null)
  const digits = /^(?<year>\d\d)\d\d\./u.exec(id ?? '')?.groups?.year
  return digits === undefined ? null : 2000 + Number(digits)
}

export const implausibleYear = (paper: Paper, now: Date): Finding[] => {
  const { year } = paper
  if (year < FIRST_YEAR) return [finding('year', 'year', 20, `${year} is before there was any such research.`)]
  if (year > now.getUTCFullYear()) return [finding('year', 'year', 10, `${year} has not begun yet.`)]
  const preprint = preprintYear(paper)
  if (preprint === null || (year >= preprint - BEFORE_PREPRINT && year <= preprint + AFTER_PREPRINT)) return []
  return [
    finding('year', 'year', 20, `The year is ${year}, but the arXiv id in the address was given out in ${preprint}.`),
  ]
}
