import type { BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { weekId, weekLabel, type IsoWeek } from '#core/editorial/week.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import { discardDraft, textInput, scrollableTable } from '#http/console/pages/form.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { consolePage } from '#http/console/pages/frame.ts'

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
  html`<tr><td>${weekLabel(week)}</td><td><a href="${PATH}/${id}">${title}</a></td><td>${dateTime(updatedAt)}</td></tr>`

const publishedRow = ({ id, week, title, publishedAt }: PublishedBrief): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="/briefs/${id}">${title}</a></td><td>${dateTime(publishedAt)}</td><td><a href="${PATH}/${id}/email">Email</a></td></tr>`

/** Drafts, published briefs, and a button that makes a draft of a week. */
export const briefsPage = ({ houseName }: { houseName: string }, view: ListView): Html => {
  const { editor, drafts, published, thisWeek, justPublished, weekInput, failure } = view
  const week = { name: 'week', label: 'Week', value: weekInput ?? weekId(thisWeek), hint: 'Such as 2026-w47.' }
  return consolePage({
    title: 'Briefs',
    houseName,
    editor,
    activePath: PATH,
    body: html`<h1>Weekly briefs</h1>
      ${justPublished !== null && discardDraft(editor, `briefs/${justPublished}`)}
      ${successNotice(justPublished === null ? null : `The brief ${justPublished} is published.`)}
      ${formError(failure?.message ?? null)}
      <form class="stack" method="post" action="${PATH}">
        ${textInput({ ...week, errors: failure?.details ?? [] })}
        <button type="submit">Create a draft from the papers of the week</button>
      </form>
      <h2>Drafts</h2>
      ${drafts.length === 0 ? html`<p>There are no drafts.</p>` : scrollableTable('Drafts', ['Week', 'Title', 'Changed (UTC)'], drafts.map(draftRow))}
      <h2>Published</h2>
      ${published.length === 0 ? html`<p>No brief is published yet.</p>` : scrollableTable('Published briefs', ['Week', 'Title', 'Published (UTC)', ''], published.map(publishedRow))}`,
  })
}
