import { html, type Html, type Renderable } from '#html.ts'
import type { Paper } from '#core/papers/paper.ts'
import { paperPath } from './addresses.ts'
import { scoreMeter } from './library/pages/score-mark.ts'

const MAX_AUTHORS = 3

/** The first authors and how many more there are. */
export const firstAuthors = (authors: readonly string[], named = MAX_AUTHORS): string => {
  const more = authors.length - named
  // One name takes no more room than "and 1 more".
  if (more < 2) return authors.join(', ')
  return `${authors.slice(0, named).join(', ')} and ${more} more`
}

type PaperSummary = Pick<Paper, 'id' | 'title' | 'authors' | 'year' | 'longHorizon'>

/** A paper in two lines, as part of a list: its title leads to its page. `note` stands below. */
export const paperLine = ({ id, title, authors, year, longHorizon }: PaperSummary, note: Renderable = null): Html =>
  html`<li>
    <a href="${paperPath(id)}" dir="auto" data-entry>${title}</a>
    <span class="quiet"><bdi>${firstAuthors(authors)}</bdi> · ${year}${longHorizon !== null && html` · ${scoreMeter('long-horizon', longHorizon)}`}</span>
    ${note}
  </li>`
