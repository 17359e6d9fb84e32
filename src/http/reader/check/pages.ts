import type { Failure } from '#core/failure.ts'
import { isCitationProblem, isQuotationProblem } from '#core/report/checked-report.ts'
import type { PresentedReport } from '#schemas/report-schema.ts'
import { html, type Html } from '#html.ts'
import { layout } from '#http/pages/layout.ts'
import { paperPath } from '#http/reader/addresses.ts'
import type { LiveSite } from '#ports/site.ts'

export type CheckedText = { text: string; isStrict: boolean; report: PresentedReport | null; failure: Failure | null }

export const noText: CheckedText = { text: '', isStrict: false, report: null, failure: null }

const form = ({ text, isStrict, failure }: CheckedText): Html => html`${
  failure !== null &&
  html`<div class="notice bad" role="alert"><p><strong>Nothing was checked.</strong> ${failure.message}</p></div>`
}<form class="message-form" action="/check" method="post">
<div class="field"><label for="text">The text</label>
<p class="hint" id="text-hint">In Markdown or plain, up to 200 kB. It is checked and forgotten: nothing of it is stored.</p>
<textarea id="text" name="text" rows="12" dir="auto" required aria-describedby="text-hint">
${text}</textarea></div>
<p><label><input type="checkbox" name="strict" value="true"${isStrict && html` checked`}> Works that the library does not have are problems, too</label></p>
<p><button type="submit">Check</button></p>
</form>`

type Line = {
  line: number
  isProblem: boolean
  verdict: string
  text: string
  paper: string | null
  says: Html | false
}

const linesOf = ({ citations, quotations }: PresentedReport, isStrict: boolean): Line[] =>
  [
    ...citations.map((citation): Line => ({
      ...citation,
      isProblem: isCitationProblem(citation, isStrict),
      says: citation.reason !== null && html`<bdi>${citation.reason}</bdi>`,
    })),
    ...quotations.map((quotation): Line => ({
      ...quotation,
      text: `“${quotation.text}”`,
      isProblem: isQuotationProblem(quotation),
      says: quotation.nearest !== null && html`The paper says: <q dir="auto">${quotation.nearest}</q>`,
    })),
  ].toSorted((a, b) => a.line - b.line)

const MAX_SHOWN = 300
const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

const row = ({ line, isProblem, verdict, text, paper, says }: Line): Html =>
  html`<tr><td>${line}</td><td>${isProblem ? html`<strong>${verdict}</strong>` : verdict}${paper !== null && html`<br><a href="${paperPath(paper)}">${paper}</a>`}</td><td dir="auto">${shortened(text)}${says !== false && html`<br>${says}`}</td></tr>
`

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const verdicts = (report: PresentedReport, isStrict: boolean): Html => {
  const { citations, quotations, problems } = report.summary
  const summary = `${counted(citations, 'citation')}, ${counted(quotations, 'quotation')}, ${counted(problems, 'problem')}.`
  const lines = linesOf(report, isStrict)
  return html`<h2 id="verdicts">Verdicts</h2>
<p class="notice${problems > 0 && html` bad`}" role="status">${summary}</p>
${
  lines.length > 0 &&
  html`<div class="scroll" tabindex="0" role="region" aria-labelledby="verdicts"><table>
<thead><tr><th scope="col">Line</th><th scope="col">Verdict</th><th scope="col">Text</th></tr></thead>
<tbody>${lines.map(row)}</tbody></table></div>`
}
<h2>Check again</h2>`
}

/** A form for a text, and below it a verdict for each of its citations and quotations. */
export const checkPage = (site: LiveSite, checked: CheckedText): Html =>
  layout({
    title: checked.failure === null ? 'Check a text' : 'Not checked: Check a text',
    site,
    description: `Check what a text cites and quotes against the library of ${site.current().name}.`,
    body: html`<h1>Check a text</h1>
<p class="lead">Every citation gets a verdict, and every quotation is looked up in the words of the authors.</p>
${checked.report !== null && verdicts(checked.report, checked.isStrict)}
${form(checked)}
<p class="quiet">Citations may be ids such as [p19], DOIs, arXiv ids, addresses, names with a year, and lists of references. Programs post the text to <code>/api/v1/check</code>; see the <a href="/docs">reference</a>.</p>`,
  })
