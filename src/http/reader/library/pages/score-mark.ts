import { html, type Html } from '#html.ts'
import { toHundredths, type Millionths } from '#core/papers/score.ts'

/** A score as a short bar with its figure; the figure alone is read aloud. */
export const scoreMeter = (label: string, score: Millionths | null): Html | false => {
  if (score === null) return false
  const shown = (toHundredths(score) / 100).toFixed(2)
  return html`<span class="score">${label} <meter value="${shown}" min="0" max="1" aria-hidden="true"></meter> <b>${shown}</b></span>`
}
