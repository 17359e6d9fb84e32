import { pluralize } from '#core/numbers/pluralize.ts'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import {
  discardDraft,
  draftAttributes,
  formScripts,
  hiddenInput,
  textArea,
  textInput,
  scrollableTable,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

type Site = { houseName: string }
const PATH = '/console/concepts'

type ListView = { editor: Editor; concepts: readonly ConceptRecord[]; q: string }

/** Every concept, or those whose name contains the search text. */
export const conceptsPage = ({ houseName }: Site, { editor, concepts, q }: ListView): Html =>
  consolePage({
    title: 'Concepts',
    houseName,
    editor,
    activePath: PATH,
    body: html`<h1>Concepts</h1>
      <form class="filters" method="get" action="${PATH}" role="search">
        <label>Name <input type="search" name="q" value="${q}" maxlength="200" /></label>
        <button type="submit">Show</button>
      </form>
      ${
        concepts.length === 0
          ? html`<p>There is no such concept.</p>`
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

export type ConceptView = {
  editor: Editor
  concept: ConceptRecord
  /** The submitted fields; absent when the form was not sent. */
  values?: { name: string; definition: string; version: number }
  into?: string
  failure?: Failure
  saved: boolean
  /** Concepts that this one can be merged into. */
  others: readonly ConceptRecord[]
}

const mergeForm = ({ concept, others, into = '' }: ConceptView): Html =>
  html`<details${into !== '' && html` open`}><summary>Merge into another concept</summary>
      <form class="stack" method="post" action="${PATH}/${concept.id}/merge">
        <p>Its papers get the name of the other concept. Its id and its names lead to the other concept from then on.</p>
        <div class="field"><label for="into">The concept to keep</label>
        <input id="into" name="into" list="others" value="${into}" autocomplete="off" />
        <datalist id="others">${others.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</datalist></div>
        <button type="submit">Merge</button>
      </form>
    </details>`

/** One concept: its name, its definition, and merging it. */
export const conceptPage = ({ houseName }: Site, view: ConceptView): Html => {
  const { editor, concept, values, failure, saved } = view
  const isUnsaved = values !== undefined
  const { id, name, definition, papers, version } = concept
  const errors = failure?.details ?? []
  return consolePage({
    title: name,
    houseName,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>${name}</h1>
      <p class="facts">${id} · ${pluralize(papers, 'public paper', 'public papers')} · version ${version} · <a href="/concepts/${id}">public page</a></p>
      ${saved && discardDraft(editor, `concepts/${id}`)}
      ${successNotice(saved ? 'Saved.' : null)}
      ${formError(failure?.message ?? null)}
      ${
        failure?.code === 'stale' &&
        html`<div class="conflict"><p>The current version: <b>${name}</b></p><p>${definition ?? '(no definition)'}</p></div>`
      }
      <form class="stack" method="post" action="${PATH}/${id}"${draftAttributes(editor, `concepts/${id}`, isUnsaved)}>
        ${hiddenInput('version', values?.version ?? version)}
        ${textInput({ name: 'name', label: 'Name', value: values?.name ?? name, hint: 'Its papers get the new name.', errors })}
        ${textArea({ name: 'definition', label: 'Definition', value: values?.definition ?? definition ?? '', rows: 4, errors })}
        <button type="submit">Save</button>
      </form>
      ${mergeForm(view)}`,
  })
}
