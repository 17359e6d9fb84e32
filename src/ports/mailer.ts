import type { Letter } from '#core/outbox.ts'

/** Sends one letter to one address; resolves when the next server has taken it, rejects with the reason otherwise. */
export type Mailer = { send(letter: Letter & { to: string }): Promise<void>; close(): void }
