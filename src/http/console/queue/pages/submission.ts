import { includesRole } from '#core/access/editor.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { html, type Html } from '#html.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { OpenBench } from '#http/console/queue/bench/find-bench.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import type { SubmissionDetails } from '#queries/get-submission-details.ts'
import type { FilesOfPaper } from '#ports/store/files/paper-files.ts'
import { fileDrop, fileDropScript } from '#http/console/pages/file-drop.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { changeList } from './changes.ts'
import { decideForm, recommendForm, type DecisionFormValues } from './decide-form.ts'
import { findingList } from './findings.ts'
import { proposedPaper } from './proposed-paper.ts'
import type { ProposedText } from './proposed-text.ts'
import { queueScripts, type QueueContext } from './queue.ts'
import { undoBar } from './undo-bar.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { riskBadge, stateLabels, isolated, verdictLabels } from './labels.ts'

export type SubmissionView = {
  submission: SubmissionDetails
  templates: readonly ReplyTemplate[]
  neighbours: { before: string | null; after: string | null }
  nameOf: (actor: string) => string
  values: DecisionFormValues
  text: ProposedText | null
  files: FilesOfPaper
  /** Of the commentary and of the full text, as far as it is shown. */
  markupOf: MarkupOf
  /** Null where this editor has nothing to assess. */
  bench: OpenBench | null
  chapters: readonly NamedChapter[]
}

const neighbourLink = (
  id: string | null,
  place: QueueSelection,
  { rel, key, label }: { rel: string; key: string; label: string },
): Html =>
  id === null
    ? html`<span class="quiet">${label}</span>`
    : html`<a href="/console/queue/${id}${queueSearchParams(place)}" rel="${rel}" data-key="${key}" data-swap>${label} <kbd>${key}</kbd></a>`

const neighbourLinks = ({ neighbours }: SubmissionView, place: QueueSelection): Html =>
  html`<nav class="steps" aria-label="Through the queue">
      <a href="/console/queue${queueSearchParams(place)}">Queue</a>
      ${neighbourLink(neighbours.before, place, { rel: 'prev', key: 'k', label: 'Previous' })}
      ${neighbourLink(neighbours.after, place, { rel: 'next', key: 'j', label: 'Next' })}
    </nav>`

const advice = ({ submission: { recommendations }, nameOf }: SubmissionView): Html | false =>
  recommendations.length > 0 &&
  html`<h2>Recommendations</h2>
      <ul class="advice">${recommendations.map(
        ({ actor, event, note, version, at }) =>
          html`<li><strong>${verdictLabels[event].does}</strong> <span class="quiet">${nameOf(actor)}, version ${version}, ${dateTime(at)}</span>${
            note !== null && html`<br /><span class="note">${note}</span>`
          }</li>`,
      )}</ul>`

const history = ({ submission, nameOf }: SubmissionView): Html =>
  html`<h2>History</h2>
      <ol class="history">${submission.history.map(
        ({ state, note, actor, at }) =>
          html`<li>${stateLabels[state]} <span class="quiet">${isolated(nameOf(actor))}, ${dateTime(at)}</span>${
            note !== null && html`<br /><span class="note">${isolated(note)}</span>`
          }</li>`,
      )}</ol>`

/** The note that could not be used stays visible. */
const unsavedInput = ({ note, assessment, error }: DecisionFormValues): Html[] => [
  ...(error === null ? [] : [html`<p class="error" role="alert">${error}</p>`]),
  ...[
    { id: 'typed', label: 'What you typed', text: note },
    { id: 'typed-commentary', label: 'Your commentary', text: assessment?.houseCommentary ?? '' },
  ]
    .filter(({ text }) => text !== '')
    .map(
      ({ id, label, text }) =>
        html`<div class="decide"><label for="${id}">${label}</label><textarea id="${id}" rows="4" readonly>${text}</textarea></div>`,
    ),
]

const form = (
  { submission, templates, nameOf, values, bench, chapters }: SubmissionView,
  { selection }: QueueContext,
): Html => {
  const { queued, decision } = submission
  if (decision !== null)
    return html`<p class="notice">${nameOf(decision.actor)} decided: ${verdictLabels[decision.event].does.toLowerCase()}. The decision takes effect at ${dateTime(decision.dueAt)} UTC unless it is undone.</p>${unsavedInput(values)}`
  if (queued.state !== 'pending')
    return html`<p class="notice">There is nothing to decide: ${stateLabels[queued.state]}.</p>${unsavedInput(values)}`
  return bench !== null
    ? decideForm({ id: queued.id, version: queued.version, selection, templates, values, opened: bench, chapters })
    : recommendForm({ id: queued.id, selection, values })
}

/** One submission: the proposed paper, the findings of the checks, and the form to decide. */
export const submissionPage = (frame: QueueContext, opened: SubmissionView): Html => {
  const { houseName, editor, selection, undoable, now } = frame
  const { queued, paper, assessment, changes } = opened.submission
  return consolePage({
    title: `${queued.id} ${queued.title}`,
    houseName,
    editor,
    activePath: '/console/queue',
    head: html`${queueScripts()}${fileDropScript()}`,
    body: html`${undoBar(undoable, selection, now)}
      ${neighbourLinks(opened, selection)}
      <p class="line"><code>${queued.id}</code> ${stateLabels[queued.state]} ${riskBadge(assessment.risk)}
        ${queued.version > 1 && html`<span>version ${queued.version}</span>`}
        <span class="quiet">${dateTime(queued.submittedAt)}${queued.keyLabel !== null && html` by ${isolated(queued.keyLabel)}`}${
          queued.session !== null && html` in session ${queued.session}`
        }</span>
        ${includesRole(editor.role, 'editor') && html`<a href="/console/papers/${queued.id}/edit">Edit</a>`}</p>
      <div class="beside">
        <div>${changeList(changes, queued.version)}${proposedPaper(paper, opened.text, opened.markupOf)}${fileDrop({ paperId: queued.id, files: opened.files, place: 'queue', canChange: includesRole(editor.role, 'editor') })}</div>
        <aside aria-label="Review"><h2>Checks</h2>${findingList(assessment.findings)}
          ${form(opened, frame)}${advice(opened)}${history(opened)}</aside>
      </div>`,
  })
}
