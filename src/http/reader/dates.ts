import type { CalendarDay } from '#core/calendar-day.ts'
import { html, type Html } from '#html.ts'

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The UTC date of an instant, in words and machine-readable. */
export const dateElement = (instant: string): Html =>
  html`<time datetime="${instant.slice(0, 10)}">${longDate.format(new Date(instant))}</time>`

/** When a paper became public here, where a list is in this order. */
export const addedText = (addedOn: CalendarDay | null): Html | false =>
  addedOn !== null && html` · added ${dateElement(addedOn)}`
