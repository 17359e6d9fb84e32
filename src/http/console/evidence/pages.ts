import type { Editor } from '#core/access/editor.ts'
import { type Evidence, faultOf, supports } from '#core/evidence/evidence.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html } from '#html.ts'
import { readableDifference } from '#http/console/pages/difference.ts'
import { formError, hiddenInput, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import type { Failure } from '#core/failure.ts'
import type { ExaminedMark } from '#queries/evidence.ts'
import type { LiveSite } from '#ports/site.ts'

/** What does not hold of a mark, with what was found in its place. */
const faultLines = ({ mark, check }: Pick<ExaminedMark, 'mark' | 'check'>): Html | false => {
  const fault = faultOf(mark, check)
  if (fault === null) return false
  return html`<p class="error">${fault}</p>${
    mark.kind === 'quote' &&
    check.found !== null &&
    (readableDifference(check.found, mark.quote) ?? html`<blockquote dir="auto">${check.found}</blockquote>`)
  }`
}

/**
 * What does not hold of a text, mark by mark, and how many of its sentences claim something without evidence; nothing if there is
 * nothing to say.
 */
export const evidenceNotice = ({
  marks,
  unsupported,
}: {
  marks: readonly ExaminedMark[]
  unsupported: readonly string[]
}): Html | false => {
  const faulty = marks.filter(({ mark, check }) => faultOf(mark, check) !== null)
  if (faulty.length === 0 && unsupported.length === 0) return false
  return html`<section class="evidence-notice" aria-labelledby="evidence-notice"><h2 id="evidence-notice">Evidence</h2>
      ${faulty.length > 0 && html`<p>${faulty.length === 1 ? 'One mark does not hold:' : `${faulty.length} marks do not hold:`}</p>`}
      ${faulty.length > 0 && html`<ul>${faulty.map((one) => html`<li><bdi>${one.sentence}</bdi> <u><code>${one.mark.mark}</code></u>${faultLines(one)}</li>`)}</ul>`}
      ${unsupported.length > 0 && html`<details><summary>${pluralize(unsupported.length, 'sentence', 'sentences')} with a number or a comparison and without evidence</summary><ul>${unsupported.map((sentence) => html`<li><bdi>${sentence}</bdi></li>`)}</ul></details>`}
    </section>`
}

export type EvidenceView = {
  editor: Editor
  /** Such as `Gap g3`. */
  name: string
  /** The page on which the text is edited or read, and this page. */
  back: string
  path: string
  evidence: readonly Evidence[]
  saved: boolean
  failure: Failure | null
}

const judgementOf = ({ judgement }: Evidence): Html =>
  judgement === null
    ? html`<p class="quiet">Nobody has judged yet whether it bears its sentence.</p>`
    : html`<p class="quiet">${judgement.support}, says <bdi>${judgement.by}</bdi> (${dateTime(judgement.at)})</p>`

const entry = ({ path }: EvidenceView, evidence: Evidence, place: number): Html => {
  const { subject, number, mark, sentence, check, judgement } = evidence
  return html`<li id="e${place}"><p><bdi>${sentence}</bdi></p><p><code>${mark.mark}</code></p>
      ${check !== null && (faultLines({ mark, check }) || html`<p class="quiet">Holds (${dateTime(check.checkedAt)}).</p>`)}
      ${judgementOf(evidence)}
      <form method="post" action="${path}">${hiddenInput('subject', subject)}${hiddenInput('number', number)}${hiddenInput('mark', mark.mark)}
        <p><label for="support-${place}">Bears its sentence</label>
        <select id="support-${place}" name="support"><option value="">not judged</option>${supports.map((value) => html`<option value="${value}"${judgement?.support === value && html` selected`}>${value}</option>`)}</select>
        <button type="submit">Save</button></p></form></li>\n`
}

/** What the texts of a paper, gap or brief rest on, with what does not hold, and what editors judge of it. */
export const evidencePage = ({ site }: { site: LiveSite }, view: EvidenceView): Html => {
  const { editor, name, back, evidence, saved, failure } = view
  return consolePage({
    title: `Evidence of ${name}`,
    site,
    editor,
    activePath: back,
    body: html`<h1>Evidence of ${name}</h1>
      <p><a href="${back}">Back</a></p>
      ${successNotice(saved ? 'Saved.' : null)}
      ${formError(failure?.message ?? null)}
      ${
        evidence.length === 0
          ? html`<p>Its texts have no marks such as [p19].</p>`
          : html`<ol class="stack">${evidence.map((one, index) => entry(view, one, index + 1))}</ol>`
      }`,
  })
}
