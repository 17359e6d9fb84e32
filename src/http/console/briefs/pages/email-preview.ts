import type { Brief } from '#core/editorial/brief.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { emailFaults } from '#core/mail/email-faults.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { formError, successNotice } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { EmailContent } from '#ports/email-composer.ts'
import { mailIsOff } from './send-choice.ts'

type EmailPreviewView = {
  editor: Editor
  brief: Brief
  email: EmailContent
  isSent: boolean
  failure: Failure | null
}

const faultList = (email: EmailContent): Html => {
  const faults = emailFaults(email)
  return html`${
    faults.length === 0
      ? html`<p>Nothing that providers are known to dislike was found in it.</p>`
      : html`<p>Providers or readers would dislike:</p><ul class="error">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`
  }
      <p class="quiet"><code>longview mail check</code> looks at what DNS says of its sender: SPF, DKIM and DMARC.</p>`
}

const frames = (['light', 'dark'] as const).flatMap((theme) =>
  (['wide', 'narrow'] as const).map((width) => ({ name: `${width}, ${theme}`, width, theme })),
)

const testForm = ({ editor, brief }: EmailPreviewView, canMail: boolean): Html => {
  if (!canMail) return mailIsOff()
  return editor.email === null
    ? html`<p class="quiet">A test cannot be sent to you: your account has no email address.</p>`
    : actionButton({
        path: `/console/briefs/${brief.id}/email/preview`,
        label: `Send a test to ${editor.email}`,
        look: 'plain',
      })
}

/** An email as subscribers would get it: how mail programs show it, what it says as plain text, and what is wrong with it. */
export const emailPreviewPage = (
  { houseName, canMail }: { houseName: string; canMail: boolean },
  view: EmailPreviewView,
): Html => {
  const { editor, brief, email, isSent, failure } = view
  const source = `/console/briefs/${brief.id}/email/preview/page`
  const faults = failure?.details.map(({ message }) => `A test ${message}.`).join(' ') ?? null
  return consolePage({
    title: `Email of ${weekLabel(brief.week)}, preview`,
    houseName,
    editor,
    activePath: '/console/briefs',
    head: html`<link rel="stylesheet" href="${assetUrl('console-email.css')}" />`,
    body: html`<h1>Email of ${weekLabel(brief.week)}, preview</h1>
      ${successNotice(isSent ? `A test is on its way to ${editor.email}.` : null)}
      ${formError(faults)}
      <dl class="differences"><dt>Subject</dt><dd>${email.subject}</dd></dl>
      ${faultList(email)}
      <div class="acts">${testForm(view, canMail)} <a href="/console/briefs/${brief.id}">The brief</a> <a href="${source}">The email alone</a></div>
      <h2>As a page</h2>
      <div class="email-frames">${frames.map(
        ({ name, width, theme }) =>
          html`<figure class="${width}"><figcaption>${name}</figcaption><iframe src="${source}?theme=${theme}" title="The email, ${name}"></iframe></figure>`,
      )}</div>
      <h2>As plain text</h2>
      <pre class="email-text" tabindex="0">${email.text}</pre>`,
  })
}
