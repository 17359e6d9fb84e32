import { withoutMarks } from '#core/text/evidence-marks.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Brief, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import type { BriefFinding } from '#core/editorial/brief-checks.ts'
import { type IsoWeek, weekId, weekLabel, weekSpan } from '#core/editorial/week.ts'
import type { Failure } from '#core/failure.ts'
import { briefDrafts } from '#edited/brief-drafts.ts'
import { html, type Html, withFormulas } from '#html.ts'
import type { FormBlock } from '#http/console/briefs/blocks.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls } from '#http/console/pages/edited-fields.ts'
import {
  discardDraft,
  draftAttributes,
  formError,
  formScripts,
  hiddenInput,
  scrollableTable,
  successNotice,
  textInput,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime, renderedText } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { Arrivals } from '#queries/brief-arrivals.ts'
import { previewForms } from '#http/console/pages/preview-forms.ts'
import type { EmailContent } from '#ports/email-composer.ts'
import { presentBrief } from '#schemas/present-record.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { arrivalList, BLOCK_FORM, blockList, paperFinder } from './blocks.ts'
import { BRIEFS_PATH, checklist, checklistSummary } from './checklist.ts'
import type { LiveSite } from '#ports/site.ts'

type ListView = {
  editor: Editor
  drafts: readonly BriefDraft[]
  published: readonly PublishedBrief[]
  /** The next week without a brief, and earlier ones that have none. */
  freeWeek: IsoWeek
  missedWeeks: readonly IsoWeek[]
  /** The brief that was just published. */
  justPublished: string | null
  /** The draft that was just deleted. */
  removed: string | null
  weekInput: string | null
  failure: Failure | null
}

const draftRow = ({ id, week, title, updatedAt }: BriefDraft): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="${BRIEFS_PATH}/${id}">${withFormulas(title)}</a></td><td>${dateTime(updatedAt)}</td></tr>`

const publishedRow = ({ id, week, title, publishedAt }: PublishedBrief): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="/briefs/${id}">${withFormulas(title)}</a></td><td>${dateTime(publishedAt)}</td><td><a href="${BRIEFS_PATH}/${id}/email">Email</a> <a href="${BRIEFS_PATH}/${id}/corrections">Correct</a> <a href="${BRIEFS_PATH}/${id}/evidence">Evidence</a></td></tr>`

const day = (date: Date): string => date.toISOString().slice(0, 10)

const describeFreeWeek = ({ freeWeek, missedWeeks }: ListView): string => {
  const { from, to } = weekSpan(freeWeek)
  const missed = missedWeeks.length === 0 ? '' : ` Earlier ones without: ${missedWeeks.map(weekId).join(', ')}.`
  return `${weekId(freeWeek)} is the next week without a brief, from ${day(from)} to ${day(new Date(to.getTime() - 1))}.${missed}`
}

/** Drafts, published briefs, and a button that creates a draft of a week. */
export const briefsPage = ({ site }: { site: LiveSite }, view: ListView): Html => {
  const { editor, drafts, published, freeWeek, justPublished, removed, weekInput, failure } = view
  const week = { name: 'week', label: 'Week', value: weekInput ?? weekId(freeWeek), hint: describeFreeWeek(view) }
  return consolePage({
    title: 'Briefs',
    site,
    editor,
    activePath: BRIEFS_PATH,
    body: html`<h1>Weekly briefs</h1>
      ${justPublished !== null && discardDraft(editor, `briefs/${justPublished}`)}
      ${justPublished !== null && html`<p class="done" role="status">The brief ${justPublished} was published. <a href="/briefs/${justPublished}">Read it</a></p>`}
      ${successNotice(removed === null ? null : `The draft of ${removed} was deleted.`)}
      ${formError(failure?.message ?? null)}
      <form class="stack" method="post" action="${BRIEFS_PATH}">
        ${textInput({ ...week, errors: failure?.details ?? [] })}
        <button type="submit">Create a draft from the papers of the week</button>
      </form>
      <h2>Drafts</h2>
      ${drafts.length === 0 ? html`<p>There are no drafts.</p>` : scrollableTable('Drafts', ['Week', 'Title', 'Changed (UTC)'], drafts.map(draftRow))}
      <h2>Published</h2>
      ${published.length === 0 ? html`<p>No brief has been published yet.</p>` : scrollableTable('Published briefs', ['Week', 'Title', 'Published (UTC)', ''], published.map(publishedRow))}`,
  })
}

type BriefView = {
  form: EditedView<BriefDraft, typeof briefDrafts.fields>
  blocks: readonly FormBlock[]
  arrivals: Arrivals
  /** For the texts in the form. */
  markupOf: MarkupOf
  email: EmailContent
  /** The brief as the form has it, and what speaks against publishing it. */
  shown: Brief
  findings: readonly BriefFinding[]
}

/** The brief as readers will see it. */
const preview = ({ form, markupOf }: BriefView, site: LiveSite): Html => {
  const { title, summary, houseTake } = form.values
  return html`<h2>${withFormulas(title)}</h2>
    ${renderedText(summary, markupOf)}
    <div class="apart"><h3>${site.current().name}’s take</h3>${renderedText(houseTake, markupOf)}</div>
    <h3>Featured</h3>
    <ol>${form.picker.selected.map(({ id, title: paper }) => html`<li><b>${id}</b> <span dir="auto">${withFormulas(paper)}</span></li>`)}</ol>`
}

/**
 * The form of a draft with its preview, what came in beside it, and what it lacks. Enter in a line presses the first
 * button of a form, which moves a block unless another one saves.
 */
export const briefPage = ({ site }: { site: LiveSite }, view: BriefView): Html => {
  const { form, blocks, arrivals, shown, findings } = view
  const { editor, stored, version, isUnsaved, failure, picker } = form
  const { id, week } = stored
  const { title, houseTake } = briefDrafts.fields
  const { name: houseName } = site.current()
  const path = `${BRIEFS_PATH}/${id}`
  const [action, previewAction] = [`${path}/blocks`, `${path}/preview`]
  const errors = failure?.details ?? []
  const titles = new Map(picker.selected.map((paper) => [paper.id, paper.title]))
  const chosen = new Set(blocks.flatMap((block) => (block.kind === 'paper' ? [block.id] : [])))
  return consolePage({
    title: `Brief of ${weekLabel(week)}`,
    site,
    editor,
    activePath: BRIEFS_PATH,
    head: html`${formScripts()}<script type="module" src="${assetUrl('console-blocks.js')}"></script>
      <script type="module" src="${assetUrl('console-publish.js')}"></script>`,
    body: html`<h1>Brief of ${weekLabel(week)}</h1>
      ${editedHead(briefDrafts.fields, form, { drafts: [`briefs/${id}`], savedNotice: `Saved as version ${version}. Only editors see it.` })}
      <div class="beside">
        <form id="${BLOCK_FORM}" method="post" action="${path}" data-preview="${previewAction}"${draftAttributes(editor, `briefs/${id}`, isUnsaved)} data-draft-whole="${action}">
          ${hiddenInput('version', version)}
          <button type="submit" class="unseen" tabindex="-1" aria-hidden="true">Save</button>
          ${fieldControls({ title }, form)}
          ${blockList({ blocks, titles, action, errors })}
          ${fieldControls({ houseTake: { ...houseTake, label: `${houseName}’s take` } }, form)}
          ${paperFinder({ search: picker.search, results: picker.results.filter((paper) => !chosen.has(paper.id)), action, preview: previewAction })}
          <h2>Before it is published</h2>
          <div id="checklist" data-live>
            <p>${checklistSummary(findings)}</p>
            ${checklist({ brief: shown, findings, houseName })}
          </div>
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${previewAction}">Preview</button>
          <button type="submit" class="plain" formaction="${path}/finish" data-asks-to-publish>Save and publish…</button>
          <a href="${path}/email/preview">See the email</a></p>
          <div class="grave">
            ${textInput({ name: 'week', label: 'Week to move it to', value: '', hint: 'Such as 2026-w48: one without a brief or a draft.', errors })}
            <p><button type="submit" class="plain" formaction="${path}/move">Save and move</button>
            <button type="submit" class="plain" formaction="${path}/remove">Delete this draft…</button></p>
          </div>
        </form>
        <div class="side">
          ${arrivalList(arrivals, { chosen, action })}
          ${previewForms({
            page: preview(view, site),
            json: presentBrief({ ...shown, summary: withoutMarks(shown.summary), take: withoutMarks(shown.take) }),
            address: `GET /api/v1/briefs/${id}`,
            email: { content: view.email, source: `${path}/email/preview/page`, form: BLOCK_FORM },
          })}
        </div>
      </div>`,
  })
}
