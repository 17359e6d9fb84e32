import type { Editor } from '#core/access/editor.ts'
import type { Brief, BriefCorrection } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { formError, successNotice, textArea } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime, renderedText } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { BRIEFS_PATH } from './checklist.ts'

type CorrectionsView = {
  editor: Editor
  brief: Brief
  isPublished: boolean
  /** Oldest first. */
  corrections: readonly BriefCorrection[]
  markupOf: MarkupOf
  saved: boolean
  typed: string
  failure: Failure | null
}

const addForm = ({ brief, typed, failure }: CorrectionsView): Html =>
  html`<form class="stack" method="post" action="${BRIEFS_PATH}/${brief.id}/corrections">
        ${textArea({ name: 'text', label: 'What was wrong, and what is right', value: typed, rows: 6, isMarkdown: true, errors: failure?.details ?? [] })}
        <p>It gets today’s date and stands under the brief for good: neither it nor the brief can be changed afterwards.</p>
        <p class="acts"><button type="submit">Add the correction</button></p>
      </form>`

/** The corrections under a brief, and the form of another one. */
export const correctionsPage = ({ site }: { site: LiveSite }, view: CorrectionsView): Html => {
  const { editor, brief, isPublished, corrections, markupOf, saved, failure } = view
  const title = `Corrections of ${weekLabel(brief.week)}`
  return consolePage({
    title,
    site,
    editor,
    activePath: BRIEFS_PATH,
    body: html`<h1>${title}</h1>
      ${successNotice(saved ? 'The correction stands under the brief.' : null)}
      ${formError(failure?.message ?? null)}
      ${corrections.map(({ at, text }) => html`<p class="quiet">${dateTime(at)}</p>${renderedText(text, markupOf)}`)}
      ${isPublished ? html`${corrections.length === 0 && html`<p>There are none yet.</p>`}${addForm(view)}` : html`<p>This is a draft: <a href="${BRIEFS_PATH}/${brief.id}">change it</a> instead.</p>`}`,
  })
}
