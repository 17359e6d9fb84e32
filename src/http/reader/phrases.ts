import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import type { CalendarDay } from '#core/calendar-day.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ScoreKind, ShownScores } from '#core/papers/shown-scores.ts'
import { paperPath } from './addresses.ts'
import { addedText } from './dates.ts'
import { scoreMeter } from '#http/reader/library/pages.ts'

/** A share of 0 to 1 as a percentage: `7.8%`. Without `digits`, small shares have one decimal and others none. */
export const percent = (share: number, digits = share > 0 && share < 0.1 ? 1 : 0): string =>
  `${(share * 100).toFixed(digits)}%`

const MAX_AUTHORS = 3

/** The first authors and how many more there are. */
export const firstAuthors = (authors: readonly string[], named = MAX_AUTHORS): string => {
  const more = authors.length - named
  // One name takes no more room than "and 1 more".
  if (more < 2) return authors.join(', ')
  return `${authors.slice(0, named).join(', ')} and ${more} more`
}

type PaperSummary = Pick<Paper, 'id' | 'title' | 'authors' | 'year' | ScoreKind> & { addedOn?: CalendarDay | null }

/**
 * A paper in two lines of a list, its title a link to its page; `note` goes below.
 * @param scores of the library; the line shows the first, and without any the day of becoming public, by which the list is ordered
 */
export const paperLine = (paper: PaperSummary, [first]: ShownScores, note: Renderable = null): Html => {
  const { id, title, authors, year, addedOn = null } = paper
  const meter = scoreMeter(first, paper)
  return html`<li>
    <a href="${paperPath(id)}" dir="auto" data-entry>${withFormulas(title)}</a>
    <span class="quiet"><bdi>${firstAuthors(authors)}</bdi> · ${year}${first === undefined && addedText(addedOn)} ${meter}</span>
    ${note}
  </li>`
}

/** How a list of papers for which nobody chose an order is sorted, in words. */
export const orderPhrase = ([first]: ShownScores): string =>
  first === undefined ? 'latest here first' : `by ${first.name}, highest first`
