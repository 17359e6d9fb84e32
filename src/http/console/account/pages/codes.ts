import { areCodesActive, type ActiveCodes, type OneTimeCodes } from '#core/access/one-time-code.ts'
import { html, type Html } from '#html.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { dateTime } from '#http/console/pages/date-time.ts'

const present = ({ confirmedAt, recoveryCodes }: ActiveCodes): Html => html`
      <p>Signing in by passphrase asks for a code since ${dateTime(confirmedAt)}. You have ${recoveryCodes} recovery codes left.</p>
      <div class="acts">
        ${actionButton({ path: '/console/account/recovery-codes', label: 'New recovery codes' })}
        ${actionButton({ path: '/console/account/codes/remove', label: 'Remove one-time codes' })}
      </div>`

const absent = (offersCodes: boolean): Html =>
  offersCodes
    ? actionButton({ path: '/console/account/codes/start', label: 'Set up one-time codes', look: 'plain' })
    : html`<p>One-time codes need a key that encrypts their secrets. An operator can set SECRET_KEY.</p>`

/** One-time codes of one's own account. */
export const codesSection = ({ codes, offersCodes }: { codes: OneTimeCodes | null; offersCodes: boolean }): Html =>
  html`<h2>One-time codes</h2>
      <p class="quiet">With an app that makes codes, a passphrase alone signs nobody in.</p>
      ${areCodesActive(codes) ? present(codes) : absent(offersCodes)}`
