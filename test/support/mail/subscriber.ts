import assert from 'node:assert/strict'
import type { Subscriber } from '#core/mail/subscriber.ts'
import { openPostOffice, type PostOffice } from './post-office.ts'
import { readEmail, type ReadEmail } from './read-email.ts'
import type { Ending } from '../database/temporary.ts'
import { startTestService, type TestService } from '../service/test-service.ts'

/** An email that asks for confirmation, and where it leads; addresses without the origin. */
export type Invitation = { email: ReadEmail; confirm: string; unsubscribe: string }

export type SubscriberTest = {
  service: TestService
  office: PostOffice
  /** Asks for a subscription; returns the response. */
  ask: (email: string, name?: string) => Promise<Response>
  /** Subscribes, and reads the email that comes. */
  invite: (email: string, name?: string) => Promise<Invitation>
  /** What a mail program or a browser sends from the page's form. */
  post: (path: string, body?: string, headers?: Record<string, string>) => Promise<Response>
  known: (email: string) => Promise<Subscriber | null>
  /** What the mail server accepted. */
  emails: () => ReadEmail[]
}

const linkIn = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.groups?.path
  assert.ok(found !== undefined, text)
  return found
}

const asInvitation = (email: ReadEmail): Invitation => ({
  email,
  confirm: linkIn(email.text, /^http:\/\/[^/]+(?<path>\/subscribe\/confirm\?token=\S+)$/mu),
  unsubscribe: linkIn(email.field('list-unsubscribe'), /^<http:\/\/[^/]+(?<path>\/unsubscribe\?token=[^>]+)>$/u),
})

/** A service whose emails are delivered, seen from the side of its subscribers. */
export const startSubscriberTest = async (t: Ending): Promise<SubscriberTest> => {
  const service = await startTestService(t)
  const office = await openPostOffice(t, service)
  const ask = (email: string, name?: string): Promise<Response> =>
    service.send('POST', '/api/subscribe', { email, name })
  return {
    service,
    office,
    ask,
    invite: async (email, name) => {
      assert.equal((await ask(email, name)).status, 202)
      await office.deliver()
      const sent = office.sink.emails.at(-1)
      assert.deepEqual(sent?.to, [email])
      return asInvitation(readEmail(sent.raw))
    },
    post: (path, body = '', headers = { 'content-type': 'application/x-www-form-urlencoded' }) =>
      fetch(service.url + path, { method: 'POST', body, headers, redirect: 'manual' }),
    emails: () => office.sink.emails.map(({ raw }) => readEmail(raw)),
    known: (email) => service.store.private.subscribers.findByEmail(email),
  }
}
