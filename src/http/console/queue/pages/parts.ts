import type { LibraryWords } from '#core/papers/library-words.ts'
import { pluralize } from '#core/numbers.ts'
import type { FieldChange } from '#core/papers/paper-diff.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { textName } from '#core/papers/text-kinds.ts'
import { markdownOf, textParts } from '#core/passages/text-parts.ts'
import type { CheckName, Finding, SimilarPaper } from '#core/review/checks.ts'
import type { SubmissionState, Verdict } from '#core/review/submission.ts'
import type { PendingDecision } from '#core/review/undo.ts'
import { plainMarkup } from '#core/text/markdown.ts'
import type { SectionedText, TextSection } from '#core/text/split-sections.ts'
import { html, type Html, markdown, type Renderable, withFormulas } from '#html.ts'
import { fieldDifferences } from '#http/console/pages/difference.ts'
import { isolated } from '#http/console/pages/parts.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'

export const verdictLabels: Record<Verdict, { does: string; done: string; key: string }> = {
  accept: { does: 'Accept', done: 'accepted', key: 'a' },
  ask: { does: 'Request changes', done: 'requested changes to', key: 'q' },
  reject: { does: 'Reject', done: 'rejected', key: 'r' },
}

const checkLabels: Record<CheckName, string> = {
  missing_abstract: 'Abstract',
  address: 'Address',
  year: 'Year',
  likeness: 'Duplicate?',
  hidden_characters: 'Hidden characters',
  agent_instructions: 'Instructions for agents',
  markdown: 'Plain text',
  unchecked: 'Not fully checked',
  unsure_reading: 'Read unsurely',
  notice: 'News of the work',
}

export const stateLabels: Record<SubmissionState, string> = {
  pending: 'waiting for review',
  changes_requested: 'waiting for its submitter',
  accepted: 'accepted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  retracted: 'retracted',
  merged: 'merged into another paper',
}

/** The time between two instants in minutes, hours or days. */
export const ageText = (since: string, now: Date): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}

export const riskBadge = (risk: number | null): Html =>
  risk === null
    ? html`<span class="risk">not checked</span>`
    : html`<span class="risk ${risk >= 50 ? 'high' : risk >= 20 ? 'some' : 'low'}" title="Risk ${risk} of 100">risk ${risk}</span>`

const similarPaper = ({ id, title, state }: SimilarPaper): Html =>
  html`<li><a href="/console/queue/${id}">${id}</a> ${isolated(withFormulas(title))} <span class="quiet">${stateLabels[state]}</span></li>`

/** The findings of the checks for lists: a tag each, and the possible duplicates. */
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

/** What a resubmission changed, field by field. */
export const changeList = (changes: readonly FieldChange[], version: number, words: LibraryWords): Html | false =>
  version > 1 &&
  html`<section aria-labelledby="changes"><h2 id="changes">Changed since version ${version - 1}</h2>
      ${fieldDifferences(changes, words)}</section>`

/** A decision that can still be undone, on one paper or on many. */
export type UndoableDecision = PendingDecision & { count: number }

const decisionText = ({ event, title, id, count, batch }: UndoableDecision): Renderable =>
  batch === null
    ? html`${verdictLabels[event].done} <a href="/console/queue/${id}">${id}</a> ${isolated(withFormulas(title))}`
    : `${verdictLabels[event].done} ${pluralize(count, 'paper', 'papers')}`

const undoEntry = (made: UndoableDecision, selection: QueueSelection, now: Date): Html => {
  const seconds = Math.max(0, Math.ceil((Date.parse(made.dueAt) - now.getTime()) / 1_000))
  return html`<li data-seconds="${seconds}">
      <form method="post" action="/console/undo${queueSearchParams(selection)}" data-swap>
        <input type="hidden" name="${made.batch === null ? 'id' : 'batch'}" value="${made.batch ?? made.id}" />
        <button type="submit" data-key="u">Undo <kbd>u</kbd></button>
      </form>
      <span>You ${decisionText(made)}. <span class="quiet">It takes effect in <span data-left>${seconds}</span> s.</span></span>
    </li>`
}

/** The decisions that the editor can still undo, newest first. It lies over the foot of the window, so that nothing moves. */
export const undoBar = (made: readonly UndoableDecision[], selection: QueueSelection, now: Date): Html | false =>
  made.length > 0 &&
  html`<div class="toast" role="status" aria-label="Decisions that can be undone"><ol class="undo">${made.map((each) => undoEntry(each, selection, now))}</ol></div>`

/** The beginning of a full text as readers will see it, since the whole may be too long for a page. */
export type FullTextExcerpt = Pick<SectionedText, 'format'> & {
  beginning: TextSection[]
  isWhole: boolean
  length: number
}

/** @param length of the whole text, in characters */
export const fullTextExcerpt = (text: SectionedText, length: number): FullTextExcerpt => {
  const [beginning = [], ...more] = textParts(text)
  return { format: text.format, beginning, isWhole: more.length === 0, length }
}

export const excerptMarkdown = ({ format, beginning }: FullTextExcerpt): string[] =>
  markdownOf({ format, sections: beginning })

export const fullTextDetails = (
  { id, fullTextKind }: PaperWithText,
  { format, beginning, isWhole, length }: FullTextExcerpt,
  markupOf: MarkupOf,
): Html =>
  html`<details><summary>${textName({ fullTextKind })}, ${length} characters</summary><div class="prose">${beginning.map(
    ({ title, body }) =>
      html`${title !== null && html`<h2 dir="auto">${withFormulas(title)}</h2>`}${markdown(format === 'markdown' ? markupOf(body) : plainMarkup(body))}`,
  )}</div>${
    !isWhole &&
    html`<p class="quiet">This is the first of several parts that readers get. <a href="/console/queue/${id}/text" target="_blank">Open the whole text as submitted</a></p>`
  }</details>`
