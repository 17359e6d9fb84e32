import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { textInput } from './form.ts'

/** A paper that can be chosen. */
export type SelectablePaper = { id: string; title: string }

export type PaperPickerOptions = {
  /** Name of the field, and of its label. */
  name: string
  label: string
  /** The chosen ones in their order. */
  selected: readonly SelectablePaper[]
  /** The search text, and the papers it found. */
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
      <span><b>${id}</b> <span dir="auto">${title}</span></span></label></li>`

/** Papers chosen by search, also without scripts: each is a checkbox, and those that a search finds join unchecked. */
export const paperPicker = ({ name, label, selected, search, results, action, errors }: PaperPickerOptions): Html => {
  const wrong = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
  const ids = new Set(selected.map(({ id }) => id))
  const others = results.filter(({ id }) => !ids.has(id))
  return html`<fieldset class="picker">
      <legend>${label}</legend>
      ${wrong !== undefined && html`<p class="error" role="alert">${label}: ${wrong.message}.</p>`}
      <div id="picked-${name}" data-live>
        <ul>${selected.map(checkbox(name, true))}${others.map(checkbox(name, false))}</ul>
        ${search !== '' && others.length === 0 && html`<p class="quiet">Nothing else was found for “${search}”.</p>`}
      </div>
      <div class="finder">
        ${textInput({ name: 'find', label: 'Find papers to add, by words or id', value: search, errors: [] })}
        <button type="submit" class="plain" formaction="${action}">Find</button>
      </div>
    </fieldset>`
}
