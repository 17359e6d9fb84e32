import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'

type Field = {
  name: string
  label: string
  value?: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  /** What a person should know before typing. */
  hint?: string
  isOptional?: boolean
  errors?: readonly ValidationError[]
}

/** One line to fill in, with what is wrong with it beside it. What was typed stays, but for passphrases. */
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
  const notes = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-mistake`].filter(
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
      ${wrong !== undefined && html`<p class="mistake" id="${name}-mistake">${label} ${wrong.message}.</p>`}
    </div>`
}

/** What went wrong with a form as a whole, read out when the page comes back. */
export const formError = (message: string | null): Html | false =>
  message !== null && html`<p class="mistake" role="alert">${message}</p>`

/** That something was done. */
export const successNotice = (message: string | null): Html | false =>
  message !== null && html`<p class="done" role="status">${message}</p>`
