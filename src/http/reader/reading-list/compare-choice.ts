import { plainMathematics } from '#core/text/mathematics.ts'
import { html, type Html } from '#html.ts'

/** A box that chooses a paper of a list to be compared; `compareButton` opens the page. */
export const compareBox = ({ id, title }: { id: string; title: string }): Html =>
  html`<label class="choose no-print"><input type="checkbox" name="ids" value="${id}" /> Compare<span class="unseen">: ${plainMathematics(title)}</span></label>`

export const compareButton = (): Html =>
  html`<p class="no-print"><button class="plain" type="submit">Compare the chosen papers</button></p>`
