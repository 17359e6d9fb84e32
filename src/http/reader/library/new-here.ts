import type { AddedDays } from '#ports/store/library.ts'
import type { CalendarDay } from '#core/calendar-day.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/layout.ts'

/** Days of which a page says how many papers became public: more than most readers stay away. */
export const DAYS_SHOWN = 60

/**
 * What `new-here.js` shows to a reader who comes back: which papers are new since the last visit, and how many. Only the browser
 * knows that visit, so a page has the numbers of all recent days.
 */
export const newHereScript = (): Html => html`<script src="${assetUrl('new-here.js')}"></script>`

/** The place of the line for a reader who comes back. */
export const newHereLine = ({ days, areAll }: AddedDays): Html | false =>
  days.length > 0 &&
  html`<p class="quiet" id="new-here" data-days="${days.map(({ day, papers }) => `${day}:${papers}`).join(' ')}"${areAll && html` data-are-all="yes"`} hidden></p>`

/** The mark of a paper that is new to such a reader. */
export const newMark = (addedOn: CalendarDay | null): Html | false =>
  addedOn !== null && html`<span class="new" data-added="${addedOn}" hidden>New · </span>`
