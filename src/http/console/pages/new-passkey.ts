import { html, type Html } from '#html.ts'
import { field } from './field.ts'

/** The form by which a script makes a passkey; without scripts it stays hidden. */
export const newPasskeyForm = (): Html => html`<form class="stack" id="new-passkey" hidden>
        ${field({ name: 'label', label: 'Name of the device' })}
        <button type="submit">Add a passkey</button>
      </form>
      <p class="error" id="passkey-trouble" role="alert"></p>`
