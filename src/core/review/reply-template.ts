import type { Verdict } from './submission.ts'

/** A prepared note for a decision, which can be edited before it is sent. */
export type ReplyTemplate = { id: string; event: Verdict; name: string; body: string }

/** An editor's change: another text, a new template or, without a body, a removed one. */
export type ReplyTemplateOverride = Omit<ReplyTemplate, 'body'> & { body: string | null }

export const REPLY_TEMPLATE_ID = /^[a-z][a-z\d-]{0,39}$/u

/** The built-in templates. */
export const defaultReplyTemplates: readonly ReplyTemplate[] = [
  {
    id: 'accept-thanks',
    event: 'accept',
    name: 'Thanks',
    body: 'Thank you: this paper is a good addition to the library.',
  },
  {
    id: 'ask-abstract',
    event: 'ask',
    name: 'Abstract',
    body: 'Please add an abstract of a few sentences: what was done, with which tasks and data, and what the results were.',
  },
  {
    id: 'ask-address',
    event: 'ask',
    name: 'Address',
    body: 'Please give an address at which the paper can be read, such as its DOI or its page at arXiv.',
  },
  {
    id: 'ask-facts',
    event: 'ask',
    name: 'Facts',
    body: 'Title, authors or year differ from those at the address. Please compare them and send the paper again.',
  },
  {
    id: 'reject-duplicate',
    event: 'reject',
    name: 'Duplicate',
    body: 'The library already has this paper.',
  },
  {
    id: 'reject-scope',
    event: 'reject',
    name: 'Out of scope',
    body: 'The library collects papers on its own subject; this one is about something else.',
  },
  {
    id: 'reject-unread',
    event: 'reject',
    name: 'Cannot be read',
    body: 'The paper cannot be read at the given address, so we cannot assess it.',
  },
]

/** The built-in templates with the editors' changes applied. */
export const applyReplyTemplateOverrides = (changes: readonly ReplyTemplateOverride[]): ReplyTemplate[] => {
  const changed = new Map(changes.map((change) => [change.id, change]))
  const added = changes.filter(({ id }) => !defaultReplyTemplates.some((shipped) => shipped.id === id))
  return [...defaultReplyTemplates.map((shipped) => changed.get(shipped.id) ?? shipped), ...added].flatMap(
    ({ body, ...template }) => (body === null ? [] : [{ ...template, body }]),
  )
}
