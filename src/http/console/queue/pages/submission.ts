import { fieldName, isOn, type LibraryWords } from '#core/papers/library-words.ts'
import { kindOf, valueOf } from '#core/papers/shown-scores.ts'
import type { ScoreSetting } from '#core/settings.ts'
import { editorActor, includesRole } from '#core/access/editor.ts'
import { requiresAssessment } from '#core/assessment/assessment-rule.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { detailLines } from '#core/papers/author-details.ts'
import { bibliographicTextNames } from '#core/papers/bibliography.ts'
import { fieldLabels } from '#core/papers/paper-fields.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import { abstractName } from '#core/papers/text-kinds.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { html, type Html, plainParagraphs, type Renderable, withFormulas } from '#html.ts'
import { fileDrop, fileDropScript } from '#http/console/pages/file-drop.ts'
import { foldedAuthors, foldedLines, foldedText } from '#http/console/pages/folds.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime, renderedText, isolated } from '#http/console/pages/parts.ts'
import type { ShownProvenance } from '#http/console/pages/provenance.ts'
import type { OpenAssessment } from '#http/console/queue/assessment-form.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import type { FilesOfPaper } from '#ports/store/files.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import type { SubmissionDetails } from '#queries/submissions.ts'
import { decideForm, decisionBar, type DecisionFormValues, recommendForm } from './decision-form.ts'
import {
  changeList,
  findingList,
  fullTextDetails,
  type FullTextExcerpt,
  riskBadge,
  stateLabels,
  undoBar,
  verdictLabels,
} from './parts.ts'
import { type QueueContext, queueScripts } from './queue.ts'

const link = (address: string | null): Html | false => {
  const url = safeUrl(address)
  return (
    url !== null && html`<a href="${url}" rel="noopener noreferrer nofollow" target="_blank"><bdi>${address}</bdi></a>`
  )
}

const fact = (name: string, value: Renderable): Html | false =>
  value !== null && value !== false && value !== '' && html`<dt>${name}</dt><dd>${value}</dd>`

/** A value of the assessment, and who gave it. */
const judgment = (name: string, value: Renderable, origin: Html | null): Html | false =>
  fact(name, value !== null && html`${value} <small class="quiet">${origin}</small>`)

const tags = (values: readonly string[]): Html | false =>
  values.length > 0 &&
  html`<ul class="tags">${values.map((value) => html`<li><span class="tag">${isolated(value)}</span></li>`)}</ul>`

const authorDetailLines = ({ authors, authorDetails }: PaperWithText): Html | false =>
  authorDetails.length > 0 && foldedLines(detailLines(authors, authorDetails), 'authors')

const bibliographyFacts = (paper: PaperWithText): (Html | false)[] => [
  fact('Date', paper.date),
  fact('DOI', paper.doi),
  fact('arXiv id', paper.arxivId),
  fact(fieldLabels.authorDetails, authorDetailLines(paper)),
  fact(
    fieldLabels.openAccess,
    paper.openAccess && html`${link(paper.openAccess.url)} (${isolated(paper.openAccess.source)})`,
  ),
  fact('Kind', paper.kind?.replaceAll('-', ' ') ?? null),
  ...bibliographicTextNames.map((name) => {
    const text = paper[name]
    return fact(fieldLabels[name], text !== null && isolated(text))
  }),
]

const scoreJudgment = (score: ScoreSetting, paper: PaperWithText, provenance: ShownProvenance): Html | false => {
  const value = valueOf(score, paper)
  return judgment(score.name, value === null ? null : toUnit(value), provenance[kindOf(score)])
}

/** Everything that the public page of the paper would show. */
const proposedPaper = (
  { submission: { paper }, provenance, text, markupOf }: SubmissionView,
  words: LibraryWords,
): Html =>
  html`<article class="proposal" aria-label="The proposal">
      <h1><bdi>${withFormulas(paper.title)}</bdi></h1>
      ${foldedAuthors(paper.authors, html` <span class="quiet">${paper.year}</span>`)}
      ${
        paper.abstract === null
          ? html`<p class="quiet">No abstract.</p>`
          : html`<div class="prose">${foldedText(plainParagraphs(paper.abstract), { length: paper.abstract.length, name: abstractName(paper) })}</div>
      ${paper.abstractBy === 'editors' && html`<p class="quiet">A summary by the editors, in the place of the abstract.</p>`}`
      }
      ${
        paper.commentary !== null &&
        html`<section class="apart" aria-label="Commentary"><h2>Commentary</h2>${foldedText(renderedText(paper.commentary, markupOf), { length: paper.commentary.length, name: 'Commentary' })}</section>`
      }
      <dl class="facts">
        ${fact('Address', link(paper.url))}
        ${fact('PDF', link(paper.storageUrl))}
        ${fact('Institution', paper.institution !== null && isolated(paper.institution))}
        ${judgment('Chapter', paper.chapter, provenance.chapter)}
        ${isOn('types', words) && judgment(fieldName('type', words), paper.type?.replace('_', ' ') ?? null, provenance.type)}
        ${words.scores.map((score) => scoreJudgment(score, paper, provenance))}
        ${bibliographyFacts(paper)}
        ${fact('Topics', tags(paper.topics))}
        ${isOn('concepts', words) && fact(fieldName('concepts', words), tags(paper.concepts))}
        ${isOn('frameworks', words) && fact(fieldName('frameworks', words), tags(paper.frameworks))}
      </dl>
      ${text !== null && fullTextDetails(paper, text, markupOf)}
    </article>`

export type SubmissionView = {
  submission: SubmissionDetails
  provenance: ShownProvenance
  templates: readonly ReplyTemplate[]
  neighbours: { before: string | null; after: string | null }
  nameOf: (actor: string) => string
  values: DecisionFormValues
  text: FullTextExcerpt | null
  files: FilesOfPaper
  /** For the commentary and the excerpt of the full text. */
  markupOf: MarkupOf
  /** Null if this editor has nothing to assess. */
  openAssessment: OpenAssessment | null
  chapters: readonly NamedChapter[]
}

const neighbourLink = (
  id: string | null,
  selection: QueueSelection,
  { rel, key, label }: { rel: string; key: string; label: string },
): Html =>
  id === null
    ? html`<span class="quiet">${label}</span>`
    : html`<a href="/console/queue/${id}${queueSearchParams(selection)}" rel="${rel}" data-key="${key}" data-swap>${label} <kbd>${key}</kbd></a>`

const neighbourLinks = ({ neighbours }: SubmissionView, selection: QueueSelection): Html =>
  html`<nav class="steps" aria-label="Through the queue">
      <a href="/console/queue${queueSearchParams(selection)}">Queue</a>
      ${neighbourLink(neighbours.before, selection, { rel: 'prev', key: 'k', label: 'Previous' })}
      ${neighbourLink(neighbours.after, selection, { rel: 'next', key: 'j', label: 'Next' })}
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

/** Keeps a note visible that could not be used. */
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
  { submission, templates, nameOf, values, openAssessment, chapters }: SubmissionView,
  { selection, editor, words, requireAssessment: rule }: QueueContext,
): Html => {
  const { queued, decision } = submission
  if (decision !== null)
    return html`<p class="notice">${nameOf(decision.actor)} decided: ${verdictLabels[decision.event].does.toLowerCase()}. The decision takes effect at ${dateTime(decision.dueAt)} UTC unless it is undone.</p>${unsavedInput(values)}`
  if (queued.state !== 'pending')
    return html`<p class="notice">There is nothing to decide: ${stateLabels[queued.state]}.</p>${unsavedInput(values)}`
  return openAssessment !== null
    ? decideForm({
        editor,
        id: queued.id,
        version: queued.version,
        selection,
        templates,
        values,
        openAssessment,
        chapters,
        words,
        mustAssess: requiresAssessment({ rule, actor: editorActor(editor) }),
      })
    : recommendForm({ id: queued.id, selection, values })
}

const canDecide = ({ submission: { queued, decision } }: SubmissionView): boolean =>
  decision === null && queued.state === 'pending'

/** One submission: the proposed paper, the findings of the checks, and the form to decide. */
export const submissionPage = (frame: QueueContext, opened: SubmissionView): Html => {
  const { site, words, editor, selection, undoable, now } = frame
  const { queued, checkReport, changes } = opened.submission
  const undo = undoBar(undoable, selection, now)
  return consolePage({
    title: `${queued.id} ${queued.title}`,
    site,
    editor,
    activePath: '/console/queue',
    head: html`${queueScripts()}${fileDropScript()}`,
    body: html`${!canDecide(opened) && undo}
      ${neighbourLinks(opened, selection)}
      <p class="line"><code>${queued.id}</code> ${stateLabels[queued.state]} ${riskBadge(checkReport.risk)}
        ${queued.version > 1 && html`<span>version ${queued.version}</span>`}
        <span class="quiet">${dateTime(queued.submittedAt)}${queued.keyLabel !== null && html` by ${isolated(queued.keyLabel)}`}${
          queued.session !== null && html` in session ${queued.session}`
        }</span>
        ${includesRole(editor.role, 'editor') && html`<a href="/console/papers/${queued.id}/edit">Edit</a>`}</p>
      <div class="beside">
        <div>${changeList(changes, queued.version, words)}${proposedPaper(opened, words)}${fileDrop({ paperId: queued.id, files: opened.files, page: 'queue', canChange: includesRole(editor.role, 'editor') })}</div>
        <aside aria-label="Review"><h2>Checks</h2>${findingList(checkReport.findings)}
          ${form(opened, frame)}${advice(opened)}${history(opened)}</aside>
      </div>
      ${canDecide(opened) && decisionBar(opened.openAssessment === null ? 'Recommendation' : 'Decision', opened.values, undo)}`,
  })
}
