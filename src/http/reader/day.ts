import { html, type Html } from '#html.ts'

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of an instant (UTC), in words and as a machine-readable date. */
export const dateElement = (instant: string): Html =>
  html`<time datetime="${instant.slice(0, 10)}">${longDate.format(new Date(instant))}</time>`
