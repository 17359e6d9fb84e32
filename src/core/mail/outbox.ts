import type { Email } from './email.ts'

export type QueuedEmail = Email & { seq: number; attempts: number }

export type OutboxCounts = { waiting: number; sent: number; failed: number }

export type EmailState = 'waiting' | 'sent' | 'failed'

/** An email as the console lists it: its recipient, and how far delivery got. */
export type ListedEmail = {
  seq: number
  kind: Email['kind']
  /** Null: the research team. */
  to: string | null
  subject: string
  state: EmailState
  attempts: number
  dueAt: string
  lastError: string | null
  createdAt: string
  sentAt: string | null
}
