import type { NamedChapter } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import type { Bench, BenchConcept, BenchField, Proposal } from '#http/console/queue/bench/prefill.ts'
import { isolated } from './labels.ts'

/** The assessment beside the paper: fields that may hold suggestions, each with its reason and its key. */

type Labelled = { name: keyof Bench; label: string; key: string }

const proposalText = ({ label, reason }: Proposal): Html => html`${label}: ${isolated(reason)}`

/** Why the value stands there, and what else was found. */
const reasons = ({ name }: Labelled, { isSuggested, proposals }: BenchField): Html | false => {
  const [first, ...others] = proposals
  if (first === undefined) return false
  return html`<p class="hint" id="${name}-reason">${isSuggested ? html`<strong>Suggested</strong> ` : 'Suggestion '}${proposalText(first)}${others.map(
    (other) => html` · ${proposalText(other)}`,
  )}</p>`
}

const frame = (labelled: Labelled, field: BenchField, control: Html): Html => {
  const { name, label, key } = labelled
  return html`<div class="field${field.isSuggested && ' suggested'}">
      <label for="${name}">${label} <kbd aria-hidden="true">${key}</kbd></label>
      ${control}
      ${reasons(labelled, field)}
    </div>`
}

const described = ({ name }: Labelled, { proposals }: BenchField): Html | false =>
  proposals.length > 0 && html` aria-describedby="${name}-reason"`

/** Suggested values come first, so that one key leads from each to the next. */
const select = (labelled: Labelled, field: BenchField, all: readonly { value: string; label: string }[]): Html => {
  const proposed = field.proposals.map(({ value }) => value)
  const others = all.filter(({ value }) => !proposed.includes(value))
  const first = proposed.flatMap((value) => all.filter((one) => one.value === value))
  const options = [...first, ...others, { value: '', label: 'none' }]
  return frame(
    labelled,
    field,
    html`<select id="${labelled.name}" name="${labelled.name}"${described(labelled, field)}>${options.map(
      ({ value, label }) => html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
    )}</select>`,
  )
}

const line = (labelled: Labelled, field: BenchField, isScore: boolean): Html =>
  frame(
    labelled,
    field,
    html`<input id="${labelled.name}" name="${labelled.name}" value="${field.value}" autocomplete="off" data-focus="${labelled.key}"${
      isScore && html` inputmode="decimal" data-score`
    }${described(labelled, field)} />`,
  )

const concept = ({ name, isTicked, isSuggested, isNew, reason }: BenchConcept): Html =>
  html`<li${isSuggested && html` class="suggested"`}><label><input type="checkbox" name="concepts" value="${name}"${isTicked && html` checked`} />
      <span>${isolated(name)}${isNew && html` <em>new</em>`}${reason !== '' && html` <span class="hint">${isolated(reason)}</span>`}</span></label></li>`

const conceptField = ({ concepts, moreConcepts }: Bench): Html =>
  html`<fieldset class="field concepts">
      <legend>Concepts <kbd aria-hidden="true">c</kbd></legend>
      ${concepts.length > 0 && html`<ul>${concepts.map(concept)}</ul>`}
      <label for="moreConcepts">Further concepts, with semicolons between <kbd aria-hidden="true">n</kbd></label>
      <input id="moreConcepts" name="moreConcepts" value="${moreConcepts}" autocomplete="off" data-focus="n" />
    </fieldset>`

const typeOptions = researchTypes.map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))

/** Everything that the editors say of a paper; all of it is optional. */
export const benchFields = (bench: Bench, chapters: readonly NamedChapter[]): Html => {
  const chapterOptions = chapters.map(({ number, name }) => ({ value: String(number), label: `${number} ${name}` }))
  return html`<input type="hidden" name="assessed" value="1" />
    ${select({ name: 'chapter', label: 'Chapter', key: '1–7' }, bench.chapter, chapterOptions)}
    ${select({ name: 'type', label: 'Type', key: 't' }, bench.type, typeOptions)}
    <div class="row">
      ${line({ name: 'longHorizonScore', label: 'Long-horizon score', key: 'l' }, bench.longHorizonScore, true)}
      ${line({ name: 'enterpriseScore', label: 'Enterprise score', key: 'e' }, bench.enterpriseScore, true)}
    </div>
    ${conceptField(bench)}
    ${line({ name: 'frameworkMappings', label: 'Frameworks, with semicolons between', key: 'f' }, bench.frameworkMappings, false)}
    <div class="field">
      <label for="houseCommentary">Commentary <kbd aria-hidden="true">m</kbd></label>
      <textarea id="houseCommentary" name="houseCommentary" rows="4" dir="auto" data-focus="m">
${bench.houseCommentary.value}</textarea>
    </div>`
}
