import type { Editor } from '#core/access/editor.ts'
import type { BriefDraft } from '#core/editorial/brief.ts'
import { type BriefFinding, isFault } from '#core/editorial/brief-checks.ts'
import { weekLabel } from '#core/editorial/week.ts'
import type { Failure } from '#core/failure.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { ANSWER_FIELD } from '#http/console/pages/ask-again.ts'
import { discardDraft, formError, formScripts, hiddenInput, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { LiveSite } from '#ports/site.ts'
import { BRIEFS_PATH, checklist, checklistSummary } from './checklist.ts'
import { mailOffNotice, sendChoice, sendTimeScript, type SendValues } from './mailing.ts'

/** The field that answers the doubts of the checklist. */
export const DOUBTS_FIELD = 'doubts'

type PublishView = {
  editor: Editor
  draft: BriefDraft
  findings: readonly BriefFinding[]
  sending: SendValues
  /** When it would be sent, if the form said so. */
  send: { at: Date | null } | null
  /** How many subscribers would get it now, and how many webhooks are told. */
  subscribers: number
  webhooks: number
  /** Whether a WebSub hub passes the feeds on. */
  hasHub: boolean
  failure: Failure | null
  /** The version that has just been stored. */
  saved: string | null
}

const utc = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const consequences = ({ draft, send, subscribers, webhooks, hasHub }: PublishView, publicUrl: string): Html => {
  const address = `${publicUrl}/briefs/${draft.id}`
  const told = [
    ...(webhooks === 0 ? [] : [pluralize(webhooks, 'webhook', 'webhooks')]),
    ...(hasHub ? ['the hub of the feeds'] : []),
  ].join(' and ')
  return html`<ul>
      <li>Everybody can read it at <code>${address}</code>. It never changes after that.</li>
      <li>It enters the feeds, the API and the front page${told !== '' && `; ${told} will be told`}.</li>
      ${
        send !== null &&
        html`<li>It goes to ${pluralize(subscribers, 'subscriber', 'subscribers')} ${send.at === null ? 'now' : `at ${utc(send.at)}`}.</li>`
      }
    </ul>`
}

const doubtsBox = (findings: readonly BriefFinding[]): Html | false =>
  findings.length > 0 &&
  html`<p><label><input type="checkbox" name="${DOUBTS_FIELD}" value="accepted" required /> I have looked at what the list leaves to me.</label></p>`

const publishForm = (view: PublishView, { publicUrl, canMail }: { publicUrl: string; canMail: boolean }): Html => {
  const { draft, findings, sending, subscribers, failure } = view
  return html`<h2>What will happen</h2>
      ${consequences(view, publicUrl)}
      <form class="stack" method="post" action="${BRIEFS_PATH}/${draft.id}/publish">
        ${hiddenInput('version', draft.version)}
        ${hiddenInput(ANSWER_FIELD, 'yes')}
        ${canMail ? sendChoice({ values: sending, subscribers, errors: failure?.details ?? [] }) : mailOffNotice()}
        ${canMail && html`<p class="quiet">An email that has left cannot be called back.</p>`}
        ${doubtsBox(findings)}
        <button type="submit">Publish</button>
      </form>`
}

type PagePorts = { site: LiveSite; canMail: boolean; publicUrl: () => string }

/** What a brief lacks; or else what publishing it does, and the button. */
export const publishPage = ({ site, canMail, publicUrl }: PagePorts, view: PublishView): Html => {
  const { editor, draft, findings, failure, saved } = view
  const title = `Publish the brief of ${weekLabel(draft.week)}`
  const isStale = failure?.code === 'stale'
  return consolePage({
    title,
    site,
    editor,
    activePath: BRIEFS_PATH,
    head: html`${formScripts()}${sendTimeScript()}`,
    body: html`<h1>${title}</h1>
      ${saved !== null && discardDraft(editor, `briefs/${draft.id}`)}
      ${successNotice(saved === null ? null : `Saved as version ${saved}.`)}
      ${formError(failure?.message ?? null)}
      <p class="lead">“${withFormulas(draft.title)}”, version ${draft.version}</p>
      <h2>Before it is published</h2>
      <p>${checklistSummary(findings)}</p>
      ${checklist({ brief: draft, findings, houseName: site.current().name })}
      ${!isStale && !findings.some(isFault) && publishForm(view, { publicUrl: publicUrl(), canMail })}
      <p><a href="${BRIEFS_PATH}/${draft.id}">Back to the draft; nothing has been published</a> · <a href="${BRIEFS_PATH}/${draft.id}/email/preview">See the email</a></p>`,
  })
}
