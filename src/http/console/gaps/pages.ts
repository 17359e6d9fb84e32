import type { Editor } from '#core/access/editor.ts'
import type { Gap, GapSummary } from '#core/editorial/gap.ts'
import { editedGaps } from '#edited/gaps.ts'
import { html, type Html, withFormulas } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls, paperControls } from '#http/console/pages/edited-fields.ts'
import { draftAttributes, formScripts, hiddenInput, scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { renderedText } from '#http/console/pages/parts.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import type { LiveSite } from '#ports/site.ts'

type Site = { site: LiveSite }
const PATH = '/console/gaps'

export const gapsPage = (
  { site }: Site,
  { editor, gaps: listed }: { editor: Editor; gaps: readonly GapSummary[] },
): Html =>
  consolePage({
    title: 'Research gaps',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Research gaps</h1>
      <p><a class="button" href="${PATH}/new">New gap</a></p>
      ${
        listed.length === 0
          ? html`<p>There are no gaps yet.</p>`
          : scrollableTable(
              'Research gaps',
              ['Id', 'Title', 'Severity', 'Papers'],
              listed.map(
                ({ id, title, severity, papers }) =>
                  html`<tr><td>${id}</td><td><a href="${PATH}/${id}">${withFormulas(title)}</a></td><td>${severity}</td><td>${papers}</td></tr>`,
              ),
            )
      }`,
  })

export type GapView = EditedView<Gap | null, typeof editedGaps.fields>

/** The form of a new or stored gap; `markupOf` covers its explanation. */
export const gapPage = ({ site }: Site, view: GapView, markupOf: MarkupOf): Html => {
  const { editor, stored, version, values, isUnsaved } = view
  const path = stored === null ? PATH : `${PATH}/${stored.id}`
  const draft = `gaps/${stored?.id ?? 'new'}`
  const title = stored === null ? 'New gap' : `Gap ${stored.id}`
  return consolePage({
    title,
    site,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>${title}</h1>
      ${editedHead(editedGaps.fields, view, { drafts: [draft, 'gaps/new'], savedNotice: `Saved as version ${version}.` })}
      <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, draft, isUnsaved)}>
        ${hiddenInput('version', version)}
        <div class="stack">
        ${fieldControls(editedGaps.fields, view)}
        </div>
        ${paperControls(editedGaps.fields, view, `${path}/preview`)}
        <p class="acts"><button type="submit">Save</button></p>
      </form>
      <section id="preview" data-live aria-label="Preview">${values.explanation !== '' && html`<h2>${withFormulas(values.title)}</h2>${renderedText(values.explanation, markupOf)}`}</section>`,
  })
}
