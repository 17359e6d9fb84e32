import { html, type Html } from '#html.ts'

/** An instant to the minute, in UTC. */
export const dateTime = (instant: string): Html =>
  html`<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')}</time>`
