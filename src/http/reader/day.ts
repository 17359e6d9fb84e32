import { html, type Html } from '#html.ts'

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** An instant as the day it falls on (UTC), in words for people and in figures for programs. */
export const day = (instant: string): Html =>
  html`<time datetime="${instant.slice(0, 10)}">${inWords.format(new Date(instant))}</time>`
