import type { Editor } from '#core/access/editor.ts'
import type { FormDraft, OtherAuthor } from '#core/editorial/form-draft.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html, withFormulas } from '#html.ts'
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
  /** Takes the focus to it (`keys.js`). */
  key?: string
  errors: readonly ValidationError[]
}

/** The attributes and notes that all controls share. */
const describe = ({ name, id = name, label, hint, key, errors }: Control) => {
  const wrong = errorMessage(name, errors)
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong === null ? [] : [`${id}-error`])]
  return {
    labelled: html`<label for="${id}">${label}${key !== undefined && html` <kbd aria-hidden="true">${key}</kbd>`}</label>`,
    attributes: html`${key !== undefined && html` aria-keyshortcuts="${key}"`}${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${
      wrong !== null && html` aria-invalid="true"`
    }`,
    notes: html`${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
      ${wrong !== null && html`<p class="error" id="${id}-error">${label}: ${wrong}.</p>`}`,
  }
}

/** `picks`: what is found while one types, of which the id is taken (`pickScript`). */
export const textInput = (
  control: Control & { inputmode?: 'decimal' | 'numeric' | 'url'; picks?: 'papers' | 'concepts' },
): Html => {
  const { name, id = name, value, inputmode, picks } = control
  const { labelled, attributes, notes } = describe(control)
  return html`<div class="field">
      ${labelled}
      <input id="${id}" name="${name}" value="${value}" autocomplete="off"${
        inputmode !== undefined && html` inputmode="${inputmode}"`
      }${picks !== undefined && html` data-picks="${picks}"`}${attributes} />
      ${notes}
    </div>`
}

/** Finds what fields with `data-picks` take. */
export const pickScript = (): Html => html`<script type="module" src="${assetUrl('console-pick.js')}"></script>`

/**
 * `adds`: the label of a field that adds lines (`console-concepts.js`). Browsers drop a line break right after the opening tag, so
 * there is one for them to drop.
 */
export const textArea = (control: Control & { rows: number; adds?: string; isMarkdown?: boolean }): Html => {
  const { name, id = name, value, rows, adds, isMarkdown = false } = control
  const { labelled, attributes, notes } = describe(control)
  return html`<div class="field">
      ${labelled}
      <textarea id="${id}" name="${name}" rows="${rows}" dir="auto"${adds !== undefined && html` data-adds="${adds}"`}${isMarkdown && html` data-markdown`}${attributes}>
${value}</textarea>
      ${notes}
    </div>`
}

export type Option = { value: string; label: string }

export const selectInput = (control: Control & { options: readonly Option[] }): Html => {
  const { name, value, options } = control
  const { labelled, attributes, notes } = describe(control)
  return html`<div class="field">
      ${labelled}
      <select id="${name}" name="${name}"${attributes}>${options.map(
        (option) =>
          html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`,
      )}</select>
      ${notes}
    </div>`
}

export const hiddenInput = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** Scripts that keep unsaved input on the server, update the preview while typing, and help with Markdown. */
export const formScripts = (): Html => html`<script type="module" src="${assetUrl('console-drafts.js')}"></script>
    <script type="module" src="${assetUrl('console-live.js')}"></script>
    <script type="module" src="${assetUrl('console-previews.js')}"></script>
    <script type="module" src="${assetUrl('console-writing.js')}"></script>`

/** The name of a draft. It contains the editor: somebody else may sign in while the page is open. */
const draftName = ({ id }: Editor, name: string): string => `${id}/${name}`

/** Names the draft of a form. `isUnsaved`: the form already contains the input, so it need not be restored. */
export const draftAttributes = (editor: Editor, name: string, isUnsaved: boolean): Html =>
  html` data-draft="${draftName(editor, name)}"${isUnsaved && html` data-held`}`

type ComesWith = {
  draft: Pick<FormDraft, 'version' | 'fields' | 'savedAt'> | null
  others: readonly OtherAuthor[]
  /** The address of the page, if the form is sent elsewhere. */
  page: string
  /** What happens if somebody else is as fast, and if the record has become a newer one, whose version the form keeps. */
  clash: string
  newer: string
}

/** The same for a page of single keys: the draft is in the page, so no key is pressed before it has come. */
export const draftWithPage = (editor: Editor, name: string, { draft, others, ...given }: ComesWith): Html =>
  html` data-draft="${draftName(editor, name)}" data-draft-given="${JSON.stringify({ draft, others })}" data-page="${given.page}" data-clash="${given.clash}" data-newer="${given.newer}"`

/** Makes the page remove the draft of this name, because it has been stored. */
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
