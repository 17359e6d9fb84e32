import { groupedNumber, pluralize } from '#core/numbers.ts'

type Counted = { name: string; papers: number }

/** How a sentence speaks of what is compared. */
type Compared = {
  one: string
  many: string
  /** Before a name: `of 2025`, `in 3 Memory`. */
  at: 'of' | 'in' | 'from'
  /** By default `is` and `are`. */
  verbs?: { one: string; many: string }
  /** Whose papers, if not those of the whole library. */
  whose?: string | undefined
}

/** Of fewer papers, nothing is said to lead: two against one is chance. */
const LEAST_COMPARED = 5
/** More leaders than these are not named. */
const MAX_NAMED = 3

const listed = new Intl.ListFormat('en-GB')

/**
 * What counts say, as the heading of their figure: `Most papers are of 2025: 140 of 200`. “Most” is more than half; equal counts
 * and small ones are called so.
 * @param all the papers that the counts are of; some may be in no row
 */
export const findingOf = (rows: readonly Counted[], all: number, compared: Compared): string => {
  const { one, many, at, verbs = { one: 'is', many: 'are' }, whose } = compared
  const of = whose === undefined ? '' : ` of ${whose}`
  const counted = rows.filter(({ papers }) => papers > 0).toSorted((a, b) => b.papers - a.papers)
  const [first] = counted
  if (all === 0) return 'There are no papers yet'
  if (first === undefined) return `No ${one} is known yet`
  const most = first.papers
  const leaders = counted.filter(({ papers }) => papers === most).map(({ name }) => name)
  const papers = (count: number): string => `${pluralize(count, 'paper', 'papers')}${of}`
  if (most === all && leaders.length === 1)
    return all === 1
      ? `The only paper${of} ${verbs.one} ${at} ${first.name}`
      : `All ${papers(all)} ${verbs.many} ${at} ${first.name}`
  if (all < LEAST_COMPARED) {
    const known = Math.min(
      all,
      counted.reduce((sum, row) => sum + row.papers, 0),
    )
    return `${papers(known)} ${at === 'of' ? 'in' : at} ${pluralize(counted.length, one, many)}`
  }
  if (leaders.length > MAX_NAMED) return `No ${one} stands out: none has more than ${papers(most)}`
  if (leaders.length > 1)
    return `${listed.format(leaders)} have the most papers${of}: ${groupedNumber(most)} each, of ${groupedNumber(all)}`
  const share = `${groupedNumber(most)} of ${groupedNumber(all)}`
  return most * 2 > all
    ? `Most papers${of} ${verbs.many} ${at} ${first.name}: ${share}`
    : `More papers${of} ${verbs.many} ${at} ${first.name} than ${at} any other ${one}: ${share}`
}
