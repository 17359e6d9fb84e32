import type { Editor } from '#core/access/editor.ts'
import { type MessageState, messageStates, type StoredMessage } from '#core/mail/message.ts'
import { html, type Html } from '#html.ts'
import { hiddenInput, stateFilter } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime, nextPageLink } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/messages'

const stateActions: Record<MessageState, string> = {
  new: 'Unread',
  read: 'Read',
  answered: 'Answered',
  spam: 'Spam',
}

const messageItem = (found: StoredMessage, at: MessageState | ''): Html => {
  const { id, name, email, organisation, subject, message: text, receivedAt, state } = found
  const reply = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Re: ${subject ?? 'your message'}`)}`
  return html`<li id="${id}">
      <h2 dir="auto">${subject ?? '(no subject)'}</h2>
      <p class="facts">${state} · ${dateTime(receivedAt)} UTC · ${name}${organisation !== null && `, ${organisation}`} · <a href="${reply}">${email}</a></p>
      <p class="message-text" dir="auto">${text}</p>
      <form method="post" action="${PATH}/${id}">${hiddenInput('at', at)}${messageStates
        .filter((other) => other !== state)
        .map(
          (other) =>
            html`<button type="submit" class="plain" name="state" value="${other}">${stateActions[other]}</button> `,
        )}</form>
    </li>`
}

type MessagesView = {
  editor: Editor
  state: MessageState | ''
  messages: readonly StoredMessage[]
  counts: Record<MessageState, number>
  next: string | null
}

/** Messages from the contact form, newest first. */
export const messagesPage = ({ site }: { site: LiveSite }, view: MessagesView): Html => {
  const { editor, state, messages, counts, next } = view
  const states = [
    { value: '', label: 'all except spam', count: null },
    ...messageStates.map((value) => ({ value, label: value, count: counts[value] })),
  ]
  return consolePage({
    title: 'Messages',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Messages</h1>
      ${stateFilter(PATH, state, states)}
      ${messages.length === 0 ? html`<p>No messages found.</p>` : html`<ol class="messages">${messages.map((found) => messageItem(found, state))}</ol>`}
      ${next !== null && nextPageLink(PATH, { state, before: next }, 'Older messages')}`,
  })
}
