import type { SimilarPaper, Finding } from '#core/review/checks/finding.ts'
import { html, type Html } from '#html.ts'
import { checkLabels, stateLabels, isolated } from './labels.ts'

const similarPaper = ({ id, title, state }: SimilarPaper): Html =>
  html`<li><a href="/console/queue/${id}">${id}</a> ${isolated(title)} <span class="quiet">${stateLabels[state]}</span></li>`

/** The findings of the checks for lists: a word each, and the possible duplicates. */
export const findingTags = (findings: readonly Finding[]): Html | false => {
  const alike = findings.flatMap((found) => found.alike)
  return (
    findings.length > 0 &&
    html`<ul class="tags">${findings.map(
      ({ check, reason }) => html`<li><span class="tag" title="${reason}">${checkLabels[check]}</span></li>`,
    )}</ul>${alike.length > 0 && html`<ul class="alike">${alike.map(similarPaper)}</ul>`}`
  )
}

/** The findings of the checks, each with its reason and the papers it is about. */
export const findingList = (findings: readonly Finding[]): Html =>
  findings.length === 0
    ? html`<p class="done">The checks found nothing.</p>`
    : html`<ul class="findings">${findings.map(
        ({ check, reason, weight, alike }) =>
          html`<li><strong>${checkLabels[check]}</strong> <span class="quiet">+${weight}</span><br />${isolated(reason)}${
            alike.length > 0 && html`<ul>${alike.map(similarPaper)}</ul>`
          }</li>`,
      )}</ul>`
