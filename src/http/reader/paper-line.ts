import { html, type Html, type Part } from '#html.ts'
import type { Paper } from '#core/papers/paper.ts'
import { paperPath } from './addresses.ts'
import { scoreMark } from './library/pages/score-mark.ts'

const AUTHORS_NAMED = 3

/** The first authors and how many more there are. */
export const firstAuthors = (authors: readonly string[], named = AUTHORS_NAMED): string => {
  const more = authors.length - named
  // One name takes no more room than "and 1 more".
  if (more < 2) return authors.join(', ')
  return `${authors.slice(0, named).join(', ')} and ${more} more`
}

type Listed = Pick<Paper, 'id' | 'title' | 'authors' | 'year' | 'longHorizon'>

/** A paper in two lines, as part of a list: its title leads to its page. `note` stands below. */
export const paperLine = ({ id, title, authors, year, longHorizon }: Listed, note: Part = null): Html =>
  html`<li>
    <a href="${paperPath(id)}" dir="auto" data-entry>${title}</a>
    <span class="quiet"><bdi>${firstAuthors(authors)}</bdi> · ${year}${longHorizon !== null && html` · ${scoreMark('long-horizon', longHorizon)}`}</span>
    ${note}
  </li>`
