import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { assetUrl } from '#http/pages/layout.ts'

type Field = {
  name: string
  label: string
  value?: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  /** Help for filling it in. */
  hint?: string
  isOptional?: boolean
  errors?: readonly ValidationError[]
}

/** A labelled input with its error. The value of a password is never sent back. */
export const field = ({
  name,
  label,
  value = '',
  type = 'text',
  autocomplete,
  hint,
  isOptional = false,
  errors,
}: Field): Html => {
  const wrong = errors?.find(({ path }) => path === name)
  const notes = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-error`].filter(
    (id) => id !== false,
  )
  return html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" value="${type === 'password' ? '' : value}"${
        autocomplete !== undefined && html` autocomplete="${autocomplete}"`
      }${!isOptional && html` required`}${notes.length > 0 && html` aria-describedby="${notes.join(' ')}"`}${
        wrong !== undefined && html` aria-invalid="true"`
      } />
      ${hint !== undefined && html`<p class="quiet" id="${name}-hint">${hint}</p>`}
      ${wrong !== undefined && html`<p class="error" id="${name}-error">${label} ${wrong.message}.</p>`}
    </div>`
}

/** The error of a form as a whole; screen readers announce it. */
export const formError = (message: string | null): Html | false =>
  message !== null && html`<p class="error" role="alert">${message}</p>`

export const successNotice = (message: string | null): Html | false =>
  message !== null && html`<p class="done" role="status">${message}</p>`

type CheckboxGroup = {
  name: string
  legend: string
  values: readonly string[]
  chosen: readonly string[]
  errors: readonly ValidationError[]
}

export const checkboxGroup = ({ name, legend, values, chosen, errors }: CheckboxGroup): Html => {
  const wrong = errors.find(({ path }) => path.split('.')[0] === name)
  return html`<fieldset class="choices"><legend>${legend}</legend>
      ${wrong !== undefined && html`<p class="error">${legend}: ${wrong.message}.</p>`}
      ${values.map(
        (value) =>
          html`<label><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) && html` checked`} /> ${value}</label> `,
      )}
    </fieldset>`
}

/** The error of a field; entries of a list are numbered from one. */
const errorMessage = (name: string, errors: readonly ValidationError[]): string | null => {
  const wrong = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
  if (wrong === undefined) return null
  const entry = wrong.path.slice(name.length + 1)
  return entry === '' ? wrong.message : `entry ${Number(entry) + 1} ${wrong.message}`
}

type Control = {
  name: string
  /** Needed if another control on the page has the same name. */
  id?: string
  label: string
  value: string
  hint?: string
  errors: readonly ValidationError[]
}

/** The attributes and notes that all controls share. */
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

/** Browsers drop a line break right after the opening tag, so there is one for them to drop. */
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

/** Scripts that keep unsaved input in the browser and update the preview while typing. */
export const formScripts = (): Html => html`<script type="module" src="${assetUrl('console-drafts.js')}"></script>
    <script type="module" src="${assetUrl('console-live.js')}"></script>`

/** The name of a draft in the browser. It contains the editor, since a computer may be shared. */
const draftName = ({ id }: Editor, name: string): string => `${id}/${name}`

/** Names the draft of a form. `isUnsaved`: the form already contains the input, so the browser need not offer it. */
export const draftAttributes = (editor: Editor, name: string, isUnsaved: boolean): Html =>
  html` data-draft="${draftName(editor, name)}"${isUnsaved && html` data-held`}`

/** Makes the browser delete the draft of this name, because it has been stored. */
export const discardDraft = (editor: Editor, name: string): Html =>
  html`<span hidden data-draft-done="${draftName(editor, name)}"></span>`

/** Errors that do not belong to a field on the page. */
export const otherErrors = (errors: readonly ValidationError[], names: readonly string[]): Html | false => {
  const others = errors.filter(({ path }) => !names.includes(path.split('.')[0] ?? ''))
  return (
    others.length > 0 &&
    html`<ul class="error">${others.map(({ path, message }) => html`<li>${path}: ${message}.</li>`)}</ul>`
  )
}

/** A table that scrolls on its own in a narrow window. */
export const scrollableTable = (label: string, head: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="wide-table" tabindex="0" role="region" aria-label="${label}"><table>
      <thead><tr>${head.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>`

/** Links that filter a list by state. */
export const stateFilter = (
  path: string,
  active: string | null,
  states: readonly { value: string; label: string; count: number | null }[],
): Html =>
  html`<ul class="tags">${states.map(
    ({ value, label, count }) =>
      html`<li><a href="${value === '' ? path : `${path}?state=${value}`}"${
        value === active && html` aria-current="page"`
      }>${label}${count !== null && ` (${count})`}</a></li>`,
  )}</ul>`

export type SelectablePaper = { id: string; title: string }

export type PaperPickerOptions = {
  /** Name of the field. */
  name: string
  label: string
  /** The chosen papers in order. */
  selected: readonly SelectablePaper[]
  /** The search text, and the papers that it found. */
  search: string
  results: readonly SelectablePaper[]
  /** Where the search button sends the form. */
  action: string
  errors: readonly ValidationError[]
}

const checkbox =
  (name: string, checked: boolean) =>
  ({ id, title }: SelectablePaper): Html =>
    html`<li><label><input type="checkbox" name="${name}" value="${id}"${checked && html` checked`} />
      <span><b>${id}</b> <span dir="auto">${withFormulas(title)}</span></span></label></li>`

/** Papers chosen by search, also without scripts: each is a checkbox, and the search adds unchecked ones. */
export const paperPicker = ({ name, label, selected, search, results, action, errors }: PaperPickerOptions): Html => {
  const wrong = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
  const ids = new Set(selected.map(({ id }) => id))
  const others = results.filter(({ id }) => !ids.has(id))
  return html`<fieldset class="picker">
      <legend>${label}</legend>
      ${wrong !== undefined && html`<p class="error" role="alert">${label}: ${wrong.message}.</p>`}
      <div id="picked-${name}" data-live>
        <ul>${selected.map(checkbox(name, true))}${others.map(checkbox(name, false))}</ul>
        ${search !== '' && others.length === 0 && html`<p class="quiet">Nothing else found for “${search}”.</p>`}
      </div>
      <div class="finder">
        ${textInput({ name: 'find', label: 'Find papers by words or id', value: search, errors: [] })}
        <button type="submit" class="plain" formaction="${action}">Find</button>
      </div>
    </fieldset>`
}
