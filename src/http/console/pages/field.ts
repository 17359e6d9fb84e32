import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'

type Field = {
  name: string
  label: string
  value?: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  /** What the user should know before filling it in. */
  hint?: string
  isOptional?: boolean
  errors?: readonly ValidationError[]
}

/** One line of input with its error. Its value comes back, except for passphrases. */
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

/** The error of a form as a whole; screen readers read it out. */
export const formError = (message: string | null): Html | false =>
  message !== null && html`<p class="error" role="alert">${message}</p>`

/** The message that an action succeeded. */
export const successNotice = (message: string | null): Html | false =>
  message !== null && html`<p class="done" role="status">${message}</p>`
