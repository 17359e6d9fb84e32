import { MIN_PASSPHRASE_LENGTH } from '#core/access/passphrase.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { field, formError, hiddenInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { LiveSite } from '#ports/site.ts'

type CodeForm = {
  /** Proves that the passphrase was correct. */
  token: string
  next: string
  error?: string | null
}

/** Asks for a one-time or recovery code after the passphrase. */
export const codePage = ({ site }: { site: LiveSite }, { token, next, error = null }: CodeForm): Html =>
  consolePage({
    title: 'Enter a code',
    site,
    editor: null,
    body: html`<h1>Enter a code</h1>
      ${formError(error)}
      <form class="stack" method="post" action="/console/sign-in/code">
        ${hiddenInput('token', token)}
        ${hiddenInput('next', next)}
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: 'Six digits from your app, or a recovery code.' })}
        <button type="submit">Sign in</button>
      </form>
      <p><a href="/console/sign-in">Start again</a></p>
      <p class="quiet">Lost both the app and the recovery codes? An admin can reset your second factor.</p>`,
  })

type Site = { site: LiveSite }
type FormErrors = { error?: string; errors?: readonly ValidationError[] }

/** Errors of single fields are shown with the fields instead. */
const formLevelError = ({ error, errors = [] }: FormErrors): string | null =>
  error !== undefined && errors.length === 0 ? error : null

/** `next` is the page to open after signing in. */
export const signInPage = (
  { site }: Site,
  form: { email?: string; next: string; hasPasskeys: boolean } & FormErrors,
): Html =>
  consolePage({
    title: 'Sign in',
    site,
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

/** Setting a passphrase with a sign-in link. The first admin also enters their name and address. */
export const invitationPage = (
  { site }: Site,
  form: { token: string; name: string; email: string; isFirstAdmin: boolean } & FormErrors,
): Html => {
  const { token, name, email, isFirstAdmin, errors } = form
  return consolePage({
    title: 'Choose a passphrase',
    site,
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
