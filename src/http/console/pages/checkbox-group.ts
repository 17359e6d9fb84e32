import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'

type CheckboxGroup = {
  name: string
  legend: string
  values: readonly string[]
  chosen: readonly string[]
  errors: readonly ValidationError[]
}

/** Several values of which any may be chosen. */
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
