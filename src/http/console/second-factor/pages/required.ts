import type { Editor } from '#core/access/editor.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { newPasskeyForm } from '#http/console/pages/new-passkey.ts'

type RequiredView = { editor: Editor; hasFactor: boolean; offersPasskeys: boolean; offersCodes: boolean }

const waysToSetUp = ({ offersPasskeys, offersCodes }: RequiredView): Html => html`
      <p class="lead">Your role requires more than a passphrase. Set up one of these to continue.</p>
      ${
        offersCodes &&
        html`<h2>One-time codes</h2>
      <p>An app on your phone shows a code, which signing in asks for after the passphrase.</p>
      ${actionButton({ path: '/console/account/codes/start', label: 'Set up one-time codes', look: 'plain' })}`
      }
      ${
        offersPasskeys &&
        html`<h2>A passkey</h2>
      <p>A device that you unlock signs you in, without a passphrase. This needs JavaScript.</p>
      ${newPasskeyForm()}`
      }
      ${!offersCodes && !offersPasskeys && html`<p>Neither is possible here yet: an operator must set PUBLIC_URL to a host name, or SECRET_KEY.</p>`}`

const waysToUse = (): Html => html`
      <p class="lead">Your role requires your second factor as well as the passphrase.</p>
      <p><a href="/console/confirm?next=/console">Use your passkey</a>, or sign out and sign in with it.</p>
      <p class="quiet">If you lost it, ask an admin to reset your second factor.</p>`

/** What an editor sees in place of the console who must have a second factor and has not given one. */
export const secondFactorPage = ({ houseName }: { houseName: string }, view: RequiredView): Html =>
  consolePage({
    title: 'Second factor required',
    houseName,
    editor: view.editor,
    head: view.offersPasskeys && html`<script type="module" src="${assetUrl('console-passkeys.js')}"></script>`,
    body: html`<h1>Second factor required</h1>${view.hasFactor ? waysToUse() : waysToSetUp(view)}`,
  })
