import { html, type Html } from '#html.ts'

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** An instant as the day it falls on (UTC), in words for people and in figures for programs. */
export const dateElement = (instant: string): Html =>
  html`<time datetime="${instant.slice(0, 10)}">${longDate.format(new Date(instant))}</time>`
