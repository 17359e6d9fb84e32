import { html, type Html } from '#html.ts'
import type { HitDetails } from '#http/reader/library/present-hit.ts'
import { highlighted } from './marked.ts'

const places = { abstract: 'in the abstract', commentary: 'in the commentary', fullText: 'in the full text' } as const

const fieldNames: Record<HitDetails['reasons']['fields'][number]['field'], string> = {
  title: 'Title',
  abstract: 'Abstract',
  topics: 'Topics',
  concepts: 'Concepts',
  authors: 'Authors',
  institution: 'Institution',
  commentary: 'Commentary',
  fullText: 'Full text',
}

/** The passage that answers best, with a link to its place. */
export const passageLine = ({ passage }: HitDetails): Html | false =>
  passage !== null &&
  html`<p class="excerpt" dir="auto">${highlighted(passage.pieces)} <a class="place" href="${passage.address}">${places[passage.source]}</a></p>`

/** What counted for a hit: the words of the question by field, and those that it lacks. */
export const whyHere = ({ reasons: { fields, missing } }: HitDetails): Html =>
  html`<details class="why"><summary>Why here</summary><ul>
      ${fields.map(({ field, words }) => html`<li>${fieldNames[field]}: <bdi>${words.join(', ')}</bdi></li>`)}
      ${fields.length === 0 && html`<li>It says none of these words, but much of what the closest papers say.</li>`}
      ${fields.length > 0 && missing.length > 0 && html`<li>Not said: <bdi>${missing.join(', ')}</bdi></li>`}
    </ul></details>`
