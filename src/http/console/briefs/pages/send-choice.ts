import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { textInput } from '#http/console/pages/form.ts'
import { sendChoices, type SendValues } from '#http/console/briefs/input.ts'

const labels: Record<SendValues['email'], string> = {
  none: 'not by email',
  now: 'by email now',
  at: 'by email at the time below',
}

type SendChoiceView = {
  choices?: readonly SendValues['email'][]
  values: SendValues
  errors: readonly ValidationError[]
}

/** Whether and when a brief goes out by email. */
export const sendChoice = ({ choices = sendChoices, values, errors }: SendChoiceView): Html =>
  html`<fieldset><legend>Send it to the subscribers</legend>
      ${choices.map(
        (choice) =>
          html`<p><label><input type="radio" name="email" value="${choice}"${choice === values.email && html` checked`} /> ${labels[choice]}</label></p>`,
      )}
      ${errors.filter(({ path }) => path === 'email').map(({ message }) => html`<p class="error">By email ${message}.</p>`)}
      ${textInput({ name: 'at', label: 'Time', value: values.at, hint: 'With its time zone, such as 2026-11-23T09:00+01:00.', errors })}
    </fieldset>`

/** Where one would choose, said plainly. */
export const mailIsOff = (): Html =>
  html`<p class="quiet">It cannot be sent by email: <code>SMTP_URL</code> is not set.</p>`
