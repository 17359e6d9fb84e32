import type { Editor } from '#core/access/editor.ts'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { pluralize } from '#core/numbers.ts'
import { editedConcepts } from '#edited/concepts.ts'
import { html, type Html } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls } from '#http/console/pages/edited-fields.ts'
import { draftAttributes, formScripts, hiddenInput, scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { LiveSite } from '#ports/site.ts'

const { fields } = editedConcepts

type Site = { site: LiveSite }
const PATH = '/console/concepts'

type ListView = { editor: Editor; concepts: readonly ConceptRecord[]; q: string }

/** Every concept, or those whose name contains the search text. */
export const conceptsPage = ({ site }: Site, { editor, concepts, q }: ListView): Html =>
  consolePage({
    title: 'Concepts',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Concepts</h1>
      <form class="filters" method="get" action="${PATH}" role="search">
        <label>Name <input type="search" name="q" value="${q}" maxlength="200" /></label>
        <button type="submit">Show</button>
      </form>
      ${
        concepts.length === 0
          ? html`<p>No concepts found.</p>`
          : scrollableTable(
              'Concepts',
              ['Name', 'Public papers', 'Definition'],
              concepts.map(
                ({ id, name, papers, definition }) =>
                  html`<tr><td><a href="${PATH}/${id}">${name}</a></td><td>${papers}</td><td>${definition ?? '(none)'}</td></tr>`,
              ),
            )
      }`,
  })

type ConceptView = {
  form: EditedView<ConceptRecord, typeof fields>
  /** The concepts that this one can be merged into. */
  others: readonly ConceptRecord[]
  /** The concept that was chosen, if merging was refused. */
  into: string
}

const mergeForm = ({ form: { stored }, others, into }: ConceptView): Html =>
  html`<details${into !== '' && html` open`}><summary>Merge into another concept</summary>
      <form class="stack" method="post" action="${PATH}/${stored.id}/merge">
        <p>Its papers get the name of the other concept. Its id and names then redirect to the other concept.</p>
        <div class="field"><label for="into">The concept to keep</label>
        <input id="into" name="into" list="others" value="${into}" autocomplete="off" />
        <datalist id="others">${others.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</datalist></div>
        <button type="submit">Merge</button>
      </form>
    </details>`

/** One concept: its name, its definition, and a form to merge it. */
export const conceptPage = ({ site }: Site, view: ConceptView): Html => {
  const { form } = view
  const { id, name, papers, version } = form.stored
  const draft = `concepts/${id}`
  return consolePage({
    title: name,
    site,
    editor: form.editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>${name}</h1>
      <p class="facts">${id} · ${pluralize(papers, 'public paper', 'public papers')} · version ${version} · <a href="/concepts/${id}">public page</a></p>
      ${editedHead(fields, form, { drafts: [draft], savedNotice: 'Saved.' })}
      <form class="stack" method="post" action="${PATH}/${id}"${draftAttributes(form.editor, draft, form.isUnsaved)}>
        ${hiddenInput('version', form.version)}
        ${fieldControls(fields, form)}
        <button type="submit">Save</button>
      </form>
      ${mergeForm(view)}`,
  })
}
