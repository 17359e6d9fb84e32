import { assetUrl } from '#http/pages/asset-url.ts'
import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html, type Renderable } from '#html.ts'

/** Controls that the editing pages share, each with its error. */

/** The error of a field; entries of a list are counted from one. */
const errorMessage = (name: string, errors: readonly ValidationError[]): string | null => {
  const wrong = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
  if (wrong === undefined) return null
  const entry = wrong.path.slice(name.length + 1)
  return entry === '' ? wrong.message : `entry ${Number(entry) + 1} ${wrong.message}`
}

type Control = {
  name: string
  /** Where another control of the page has the same name. */
  id?: string
  label: string
  value: string
  hint?: string
  errors: readonly ValidationError[]
}

/** Attributes and notes that every control has. */
const describe = ({ name, id = name, label, hint, errors }: Control): { attributes: Renderable; notes: Renderable } => {
  const wrong = errorMessage(name, errors)
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong === null ? [] : [`${id}-error`])]
  return {
    attributes: html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${
      wrong !== null && html` aria-invalid="true"`
    }`,
    notes: html`${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
      ${wrong !== null && html`<p class="error" id="${id}-error">${label}: ${wrong}.</p>`}`,
  }
}

/** One line. */
export const textInput = (control: Control & { inputmode?: 'decimal' | 'numeric' | 'url' }): Html => {
  const { name, id = name, label, value, inputmode } = control
  const { attributes, notes } = describe(control)
  return html`<div class="field">
      <label for="${id}">${label}</label>
      <input id="${id}" name="${name}" value="${value}" autocomplete="off"${
        inputmode !== undefined && html` inputmode="${inputmode}"`
      }${attributes} />
      ${notes}
    </div>`
}

/** Several lines. Browsers drop a line break right after the tag, so one is there to be dropped. */
export const textArea = (control: Control & { rows: number }): Html => {
  const { name, label, value, rows } = control
  const { attributes, notes } = describe(control)
  return html`<div class="field">
      <label for="${name}">${label}</label>
      <textarea id="${name}" name="${name}" rows="${rows}" dir="auto"${attributes}>
${value}</textarea>
      ${notes}
    </div>`
}

export type Option = { value: string; label: string }

export const selectInput = (control: Control & { options: readonly Option[] }): Html => {
  const { name, label, value, options } = control
  const { attributes, notes } = describe(control)
  return html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}"${attributes}>${options.map(
        (option) =>
          html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`,
      )}</select>
      ${notes}
    </div>`
}

export const hiddenInput = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** The scripts of a page with a form: input survives a lost connection, and the preview follows it. */
export const formScripts = (): Html => html`<script type="module" src="${assetUrl('console-drafts.js')}"></script>
    <script type="module" src="${assetUrl('console-live.js')}"></script>`

/** The name of a draft in the browser. Each editor has their own, since a machine may be shared. */
const draftName = ({ id }: Editor, name: string): string => `${id}/${name}`

/** Names the draft of a form. `isUnsaved`: the form already holds the input, so the browser need not offer it. */
export const draftAttributes = (editor: Editor, name: string, isUnsaved: boolean): Html =>
  html` data-draft="${draftName(editor, name)}"${isUnsaved && html` data-held`}`

/** Tells the browser that the draft of this name is stored, so that it forgets it. */
export const discardDraft = (editor: Editor, name: string): Html =>
  html`<span hidden data-draft-done="${draftName(editor, name)}"></span>`

/** Errors that belong to no field on the page. */
export const otherErrors = (errors: readonly ValidationError[], names: readonly string[]): Html | false => {
  const others = errors.filter(({ path }) => !names.includes(path.split('.')[0] ?? ''))
  return (
    others.length > 0 &&
    html`<ul class="error">${others.map(({ path, message }) => html`<li>${path}: ${message}.</li>`)}</ul>`
  )
}

/** A table that scrolls by itself where the window is narrow. */
export const scrollableTable = (label: string, head: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="wide-table" tabindex="0" role="region" aria-label="${label}"><table>
      <thead><tr>${head.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>`

/** Links that narrow a list to one state. */
export const stateFilter = (
  path: string,
  active: string,
  states: readonly { value: string; label: string; count: number | null }[],
): Html =>
  html`<ul class="tags">${states.map(
    ({ value, label, count }) =>
      html`<li><a href="${value === '' ? path : `${path}?state=${value}`}"${
        value === active && html` aria-current="page"`
      }>${label}${count !== null && ` (${count})`}</a></li>`,
  )}</ul>`
