import { assetUrl } from '#http/pages/asset-url.ts'
import type { ValidationError } from '#core/failure.ts'
import { MIN_PASSPHRASE_LENGTH } from '#core/access/passphrase.ts'
import { html, type Html } from '#html.ts'
import { field, formError } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'

type Site = { houseName: string }
type FormErrors = { error?: string; errors?: readonly ValidationError[] }

/** The error of the form as a whole. */
const formLevelError = ({ error, errors = [] }: FormErrors): string | null =>
  error !== undefined && errors.length === 0 ? error : null

/** Signing in. `next`: where to go on. */
export const signInPage = (
  { houseName }: Site,
  form: { email?: string; next: string; hasPasskeys: boolean } & FormErrors,
): Html =>
  consolePage({
    title: 'Sign in',
    houseName,
    editor: null,
    head: form.hasPasskeys && html`<script type="module" src="${assetUrl('console-passkeys.js')}"></script>`,
    body: html`<h1>Sign in</h1>
      ${formError(formLevelError(form))}
      <form class="stack" method="post" action="/console/sign-in">
        <input type="hidden" name="next" value="${form.next}" />
        ${field({ name: 'email', label: 'Email address', type: 'email', value: form.email, autocomplete: 'username webauthn' })}
        ${field({ name: 'passphrase', label: 'Passphrase', type: 'password', autocomplete: 'current-password' })}
        <button type="submit">Sign in</button>
      </form>
      ${
        form.hasPasskeys &&
        html`<p><button class="as-link" type="button" id="use-passkey" data-next="${form.next}" hidden>Sign in with a passkey</button></p>
      <p class="error" id="passkey-trouble" role="alert"></p>`
      }
      <p class="quiet">No passphrase, or forgotten it? Ask an admin for a sign-in link.</p>`,
  })

/** Setting a passphrase by a link. `isFirstAdmin`: the first admin also says who they are. */
export const invitationPage = (
  { houseName }: Site,
  form: { token: string; name: string; email: string; isFirstAdmin: boolean } & FormErrors,
): Html => {
  const { token, name, email, isFirstAdmin, errors } = form
  return consolePage({
    title: 'Choose a passphrase',
    houseName,
    editor: null,
    body: html`<h1>Welcome to the console</h1>
      <p class="lead">${
        isFirstAdmin
          ? 'You are the first admin. Enter your name and address and choose a passphrase.'
          : `${name}, choose a passphrase for ${email}.`
      }</p>
      ${formError(formLevelError(form))}
      <form class="stack" method="post" action="/console/link">
        <input type="hidden" name="token" value="${token}" />
        ${isFirstAdmin && field({ name: 'name', label: 'Name', value: name, autocomplete: 'name', errors })}
        ${
          isFirstAdmin
            ? field({
                name: 'email',
                label: 'Email address',
                type: 'email',
                value: email,
                autocomplete: 'username',
                errors,
              })
            : html`<input type="hidden" name="email" value="${email}" autocomplete="username" />`
        }
        ${field({
          name: 'passphrase',
          label: 'Passphrase',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${MIN_PASSPHRASE_LENGTH} characters; four or five words make a good one.`,
          errors,
        })}
        <button type="submit">Set and sign in</button>
      </form>`,
  })
}
