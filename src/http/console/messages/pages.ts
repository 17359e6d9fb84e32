import type { Editor } from '#core/access/editor.ts'
import type { SavedView } from '#core/access/saved-view.ts'
import { type MessageState, messageStates, type StoredMessage } from '#core/mail/message.ts'
import { html, type Html } from '#html.ts'
import { hiddenInput, stateFilter } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { listHead, listSection } from '#http/console/pages/list.ts'
import { dateTime } from '#http/console/pages/parts.ts'
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
  isFirst: boolean
  next: string | null
  views: readonly SavedView[]
}

/** Messages from the contact form, newest first. */
export const messagesPage = ({ site }: { site: LiveSite }, view: MessagesView): Html => {
  const { editor, state, messages, counts, isFirst, next, views } = view
  const { spam, ...others } = counts
  const all = Object.values(others).reduce((sum, count) => sum + count, 0)
  const states = [
    { value: '', label: 'all except spam', count: null },
    ...messageStates.map((value) => ({ value, label: value, count: counts[value] })),
  ]
  return consolePage({
    title: 'Messages',
    site,
    editor,
    activePath: PATH,
    head: listHead(),
    body: html`<h1>Messages</h1>
      ${stateFilter(PATH, state, states)}
      ${listSection({
        name: 'messages',
        views,
        address: { state },
        label: 'Messages',
        words: ['message', 'messages'],
        columns: [],
        rows: messages,
        entries: (rows) => html`<ol class="messages">${rows.map((found) => messageItem(found, state))}</ol>`,
        filters: [],
        orders: [],
        isFirst,
        next: next === null ? null : ['before', next],
        total: { count: state === '' ? all : state === 'spam' ? spam : others[state], isExact: true },
        empty: 'No messages found.',
      })}`,
  })
}
