import type { BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { weekId, weekLabel, type IsoWeek } from '#core/editorial/week.ts'
import { html, type Html } from '#html.ts'
import { doneNote, formTrouble } from '#http/console/pages/field.ts'
import { draftDone, textLine, when, wideTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

const AT = '/console/briefs'

type ListView = {
  editor: Editor
  drafts: readonly BriefDraft[]
  published: readonly PublishedBrief[]
  thisWeek: IsoWeek
  /** The brief that was published a moment ago. */
  justPublished: string | null
  typed: string | null
  failure: Failure | null
}

const draftRow = ({ id, week, title, updatedAt }: BriefDraft): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="${AT}/${id}">${title}</a></td><td>${when(updatedAt)}</td></tr>`

const publishedRow = ({ id, week, title, publishedAt }: PublishedBrief): Html =>
  html`<tr><td>${weekLabel(week)}</td><td><a href="/briefs/${id}">${title}</a></td><td>${when(publishedAt)}</td></tr>`

/** Drafts, published briefs, and a button that makes a draft of a week. */
export const briefsPage = ({ houseName }: { houseName: string }, view: ListView): Html => {
  const { editor, drafts, published, thisWeek, justPublished, typed, failure } = view
  const week = { name: 'week', label: 'Week', value: typed ?? weekId(thisWeek), hint: 'Such as 2026-w47.' }
  return consolePage({
    title: 'Briefs',
    houseName,
    editor,
    at: AT,
    body: html`<h1>Weekly briefs</h1>
      ${justPublished !== null && draftDone(editor, `briefs/${justPublished}`)}
      ${doneNote(justPublished === null ? null : `The brief ${justPublished} is published.`)}
      ${formTrouble(failure?.message ?? null)}
      <form class="stack" method="post" action="${AT}">
        ${textLine({ ...week, mistakes: failure?.details ?? [] })}
        <button type="submit">Draft it from the week’s papers</button>
      </form>
      <h2>Drafts</h2>
      ${drafts.length === 0 ? html`<p>Nothing is being written.</p>` : wideTable('Drafts', ['Week', 'Title', 'Changed (UTC)'], drafts.map(draftRow))}
      <h2>Published</h2>
      ${published.length === 0 ? html`<p>No brief is published yet.</p>` : wideTable('Published briefs', ['Week', 'Title', 'Published (UTC)'], published.map(publishedRow))}`,
  })
}
