import type { Editor } from '#core/access/editor.ts'
import { MAX_SAVED_VIEWS, type SavedView, viewAddress } from '#core/access/saved-view.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { formError, scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/views'

const row = ({ id, list, name, search }: SavedView): Html =>
  html`<tr><td>${list}</td><td><a href="${viewAddress({ list, search })}">${name}</a></td>
      <td><form method="post" action="${PATH}/${id}"><input name="name" value="${name}" maxlength="100" aria-label="New name of ${name}" required /> <button class="plain" type="submit">Rename</button></form></td>
      <td>${actionButton({ path: `${PATH}/${id}/delete`, label: 'Delete' })}</td></tr>`

type ViewsView = { editor: Editor; views: readonly SavedView[]; failure: Failure | null }

/** The views that one person saved, to be renamed and deleted. */
export const savedViewsPage = ({ site }: { site: LiveSite }, { editor, views, failure }: ViewsView): Html =>
  consolePage({
    title: 'Your views',
    site,
    editor,
    body: html`<h1>Your views</h1>
      <p class="quiet">What you saved of lists, at most ${MAX_SAVED_VIEWS}. Nobody else sees them.</p>
      ${formError(failure?.message ?? null)}
      ${
        views.length === 0
          ? html`<p>You have none. A list that you have filtered has “Save this view” above it.</p>`
          : scrollableTable('Your views', ['List', 'View', 'Name', ''], views.map(row))
      }`,
  })
