import { html, type Html } from '#html.ts'

/** A secret that was just made, and what it is. */
export type ShownSecret = { sentence: string; secret: string }

/** Shows it the only time. */
export const secretNotice = (shown: ShownSecret | null): Html | false =>
  shown !== null &&
  html`<div class="notice good" role="status"><p>${shown.sentence} Copy it now: it is shown only once.</p><p><code class="secret">${shown.secret}</code></p></div>`
