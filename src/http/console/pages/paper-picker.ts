import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { textLine } from './form.ts'

/** A paper that can be chosen. */
export type Pickable = { id: string; title: string }

export type Picker = {
  /** Name of the field, and of its label. */
  name: string
  label: string
  /** Those chosen, in their order. */
  chosen: readonly Pickable[]
  /** What was searched for, and what was found besides. */
  find: string
  found: readonly Pickable[]
  /** Where the button of the search sends the form, which comes back with what was found. */
  action: string
  mistakes: readonly ValidationError[]
}

const box =
  (name: string, checked: boolean) =>
  ({ id, title }: Pickable): Html =>
    html`<li><label><input type="checkbox" name="${name}" value="${id}"${checked && html` checked`} />
      <span><b>${id}</b> <span dir="auto">${title}</span></span></label></li>`

/** Papers chosen by search, without a script: each is a box, and what a search finds joins them unticked. */
export const paperPicker = ({ name, label, chosen, find, found, action, mistakes }: Picker): Html => {
  const wrong = mistakes.find(({ path }) => path === name || path.startsWith(`${name}.`))
  const ids = new Set(chosen.map(({ id }) => id))
  const others = found.filter(({ id }) => !ids.has(id))
  return html`<fieldset class="picker">
      <legend>${label}</legend>
      ${wrong !== undefined && html`<p class="mistake" role="alert">${label}: ${wrong.message}.</p>`}
      <div id="picked-${name}" data-live>
        <ul>${chosen.map(box(name, true))}${others.map(box(name, false))}</ul>
        ${find !== '' && others.length === 0 && html`<p class="quiet">Nothing else was found for “${find}”.</p>`}
      </div>
      <div class="finder">
        ${textLine({ name: 'find', label: 'Find papers to add, by words or id', value: find, mistakes: [] })}
        <button type="submit" class="plain" formaction="${action}">Find</button>
      </div>
    </fieldset>`
}
