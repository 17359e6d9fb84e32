import { html, type Html, type Renderable } from '#html.ts'
import type { Failure } from '#core/failure.ts'

export type Field = {
  name: string
  label: string
  kind: 'text' | 'email' | 'block' | 'choice'
  /** Of a choice: the first is chosen unless another one was entered. */
  choices?: readonly { value: string; label: string }[]
  isRequired: boolean
  maxLength: number
  autocomplete?: string
  hint?: string
}

/** Where an email is to go. */
export const emailField = (label: string, hint: string): Field => ({
  name: 'email',
  label,
  kind: 'email',
  isRequired: true,
  maxLength: 254,
  autocomplete: 'email',
  hint,
})

/** What a form shows: the entered values, and why they were refused. */
export type FormState = { values: Record<string, string>; failure: Failure | null }

export const emptyForm: FormState = { values: {}, failure: null }

const errorsAt = (failure: Failure | null, name: string): string[] =>
  (failure?.details ?? []).filter(({ path }) => path === name).map(({ message }) => message)

const errorSentence = ({ label }: Field, messages: readonly string[]): string => `${label} ${messages.join(' and ')}.`

const control = (field: Field, value: string, described: string, isWrong: boolean): Html => {
  const { name, kind, isRequired, maxLength, autocomplete } = field
  const shared = html`id="${name}" name="${name}" maxlength="${maxLength}"${isRequired && html` required`}${described !== '' && html` aria-describedby="${described}"`}${isWrong && html` aria-invalid="true"`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}`
  if (kind === 'choice')
    return html`<select id="${name}" name="${name}">${(field.choices ?? []).map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>`,
    )}</select>`
  return kind === 'block'
    ? html`<textarea ${shared} rows="8" dir="auto">
${value}</textarea>`
    : html`<input ${shared} type="${kind}" value="${value}" dir="auto" />`
}

const fieldMarkup =
  ({ values, failure }: FormState) =>
  (field: Field): Html => {
    const { name, label, isRequired, hint } = field
    const messages = errorsAt(failure, name)
    const described = [hint !== undefined && `${name}-hint`, messages.length > 0 && `${name}-error`]
      .filter((id) => id !== false)
      .join(' ')
    return html`<div class="field"><label for="${name}">${label}${!isRequired && html` <span class="hint">(optional)</span>`}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${messages.length > 0 && html`<p class="error" id="${name}-error">${errorSentence(field, messages)}</p>`}${control(field, values[name] ?? '', described, messages.length > 0)}</div>
`
  }

const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}

const limitReached = (failure: Failure): Renderable =>
  html`<p><strong>Too many requests.</strong> Your text is still here. Please send it again in ${waitInWords(failure.retryAfter ?? 60)}.</p>`

const notStored = (failure: Failure): Renderable =>
  html`<p><strong>Nothing was sent.</strong> Your text is still here; please try again in a moment. (${failure.message})</p>`

const validationErrors = (failure: Failure, fields: readonly Field[]): Renderable => {
  const wrong = fields.filter(({ name }) => errorsAt(failure, name).length > 0)
  return html`<p><strong>Nothing was sent yet.</strong> Please check:</p>
<ul>${wrong.map((field) => html`<li><a href="#${field.name}">${errorSentence(field, errorsAt(failure, field.name))}</a></li>`)}</ul>`
}

const notice = (failure: Failure, fields: readonly Field[]): Html =>
  html`<div class="notice bad" role="alert">${
    failure.code === 'quota_exceeded'
      ? limitReached(failure)
      : failure.code === 'invalid'
        ? validationErrors(failure, fields)
        : notStored(failure)
  }</div>`

/** A form that works without scripts: it keeps the entered values and shows each error at its field. */
export const formMarkup = (
  {
    action,
    fields,
    button,
    hidden = {},
  }: { action: string; fields: readonly Field[]; button: string; hidden?: Record<string, string> },
  filled: FormState,
): Html => html`${filled.failure !== null && notice(filled.failure, fields)}<form class="message-form" action="${action}" method="post">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}${fields.map(fieldMarkup(filled))}<p><button type="submit">${button}</button></p>
</form>`
