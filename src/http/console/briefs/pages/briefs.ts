import type { Editor } from '#core/access/editor.ts'
import type { BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import { type IsoWeek, weekId, weekLabel } from '#core/editorial/week.ts'
import type { Failure } from '#core/failure.ts'
import { briefDrafts } from '#edited/brief-drafts.ts'
import { html, type Html, withFormulas } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls, paperControls } from '#http/console/pages/edited-fields.ts'
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
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { mailOffNotice, sendChoice, type SendValues } from './mailing.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/briefs'

type ListView = {
  editor: Editor
  drafts: readonly BriefDraft[]
  published: readonly PublishedBrief[]
  thisWeek: IsoWeek
  /** The brief that was just published. */
  justPublished: string | null
  weekInput: string | null
  failure: Failure | null
}

const draftRow = ({ id, week, title, updatedAt }: BriefDraft): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="${PATH}/${id}">${withFormulas(title)}</a></td><td>${dateTime(updatedAt)}</td></tr>`

const publishedRow = ({ id, week, title, publishedAt }: PublishedBrief): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="/briefs/${id}">${withFormulas(title)}</a></td><td>${dateTime(publishedAt)}</td><td><a href="${PATH}/${id}/email">Email</a></td></tr>`

/** Drafts, published briefs, and a button that creates a draft of a week. */
export const briefsPage = ({ site }: { site: LiveSite }, view: ListView): Html => {
  const { editor, drafts, published, thisWeek, justPublished, weekInput, failure } = view
  const week = { name: 'week', label: 'Week', value: weekInput ?? weekId(thisWeek), hint: 'Such as 2026-w47.' }
  return consolePage({
    title: 'Briefs',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Weekly briefs</h1>
      ${justPublished !== null && discardDraft(editor, `briefs/${justPublished}`)}
      ${successNotice(justPublished === null ? null : `The brief ${justPublished} was published.`)}
      ${formError(failure?.message ?? null)}
      <form class="stack" method="post" action="${PATH}">
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
  /** The choice about the email, if publishing was refused. */
  sending: SendValues
  /** For the texts in the form. */
  markupOf: MarkupOf
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

/** The form of a draft with its preview. Publishing uses the stored version, so edits must be saved first. */
export const briefPage = ({ site, canMail }: { site: LiveSite; canMail: boolean }, view: BriefView): Html => {
  const { sending, form } = view
  const { editor, stored, version, failure, isUnsaved } = form
  const { id, week } = stored
  const { houseTake } = briefDrafts.fields
  const fields = { ...briefDrafts.fields, houseTake: { ...houseTake, label: `${site.current().name}’s take` } }
  const path = `/console/briefs/${id}`
  return consolePage({
    title: `Brief of ${weekLabel(week)}`,
    site,
    editor,
    activePath: '/console/briefs',
    head: formScripts(),
    body: html`<h1>Brief of ${weekLabel(week)}</h1>
      ${editedHead(briefDrafts.fields, form, { drafts: [`briefs/${id}`], savedNotice: `Saved as version ${version}. Only editors see it.` })}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, `briefs/${id}`, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${fieldControls(fields, form)}
          ${paperControls(fields, form, `${path}/preview`)}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        <section id="preview" data-live aria-label="Preview">${preview(view, site)}</section>
      </div>
      <form class="grave" method="post" action="${path}/publish">
        ${hiddenInput('version', version)}
        <p>This publishes version ${version}, as saved. A published brief cannot be changed.</p>
        <p><a href="${path}/email/preview">Preview the email first</a></p>
        ${canMail ? sendChoice({ values: sending, errors: failure?.details ?? [] }) : mailOffNotice()}
        <button type="submit">Publish</button>
      </form>`,
  })
}
