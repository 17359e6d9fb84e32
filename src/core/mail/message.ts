export const messageStates = ['new', 'read', 'answered', 'spam'] as const

export type MessageState = (typeof messageStates)[number]

/** A contact message as it was sent. */
export type Message = {
  id: string
  name: string
  email: string
  organisation: string | null
  subject: string | null
  message: string
  receivedAt: string
}

export type StoredMessage = Message & { state: MessageState }
