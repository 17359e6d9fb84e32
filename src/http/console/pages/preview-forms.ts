import { html, type Html } from '#html.ts'
import type { EmailContent } from '#ports/email-composer.ts'

type PreviewForms = {
  /** As readers would see it. */
  page: Html
  /** What agents would read, and where. */
  json: unknown
  address: string
  /**
   * For a text that is sent to subscribers. `source` has its HTML, alone under its own security policy: as it is stored, or as the form
   * `form` has it when that is sent there.
   */
  email?: { content: EmailContent; source: string; form: string }
}

const FRAME = 'email-frame'

const emailForm = ({ content, source, form }: NonNullable<PreviewForms['email']>): Html =>
  html`<details><summary>Email</summary>
      <div class="email-both">
        <iframe name="${FRAME}" src="${source}" data-email="${source}" title="The email" sandbox="allow-popups" loading="lazy"></iframe>
        <pre id="preview-email" data-live tabindex="0" role="region" aria-label="The email as plain text">Subject: ${content.subject}

${content.text}</pre>
      </div>
      <noscript><p><button type="submit" class="plain" form="${form}" formaction="${source}" formtarget="${FRAME}">Show the email of what is typed</button></p></noscript></details>`

/**
 * What is being written in its forms, which follow the input: by tab, or side by side in a wide window (`console-previews.js`); without
 * scripts each unfolds.
 */
export const previewForms = ({ page, json, address, email }: PreviewForms): Html =>
  html`<div class="previews" data-previews>
      <details open><summary>Page</summary><section id="preview" data-live aria-label="Preview">${page}</section></details>
      ${email !== undefined && emailForm(email)}
      <details><summary>Agents</summary>
        <p class="quiet"><code>${address}</code></p>
        <pre id="preview-json" data-live tabindex="0" role="region" aria-label="The answer as JSON">${JSON.stringify(json, null, 2)}</pre></details>
    </div>`
