import assert from 'node:assert/strict'
import type { Subscriber } from '#core/mail/subscriber.ts'
import { openPostOffice, type PostOffice } from './smtp-sink.ts'
import { readEmail, type ReadEmail } from './read-email.ts'
import type { Ending } from '../files.ts'
import { house } from '../ports.ts'
import { startTestService, type TestService } from '../service/test-service.ts'
import { takeDelivery } from '#actions/mailings.ts'
import { prepareDigestsJob } from '#jobs/digests.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { composeDigestEmail } from '#queries/following.ts'

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
export const startSubscriberTest = async (
  t: Ending,
  options: Parameters<typeof startTestService>[1] = {},
): Promise<SubscriberTest> => {
  const service = await startTestService(t, options)
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

export const HOUR = 3_600

/** The address of the one who follows. */
export const EMAIL = 'reader@example.org'

/** The search that is followed unless another is named. */
export const MEMORY = '/?q=memory&match=all&sort=newest'

/** Fields as a browser sends them. */
export const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

/** Asks to follow a search from the page’s form. */
export const follow = ({ post }: SubscriberTest, fields: Record<string, string> = {}): Promise<Response> =>
  post('/follow', form({ search: MEMORY, email: EMAIL, frequency: 'daily', ...fields }))

/** The link of the last email, without the origin. */
export const linkOf = (text: string, path: string): string => {
  const found = new RegExp(`^http://[^/]+(?<link>/${path}\\?token=\\S+)$`, 'mu').exec(text)?.groups?.link
  assert.ok(found !== undefined, text)
  return found
}

/** Delivers what waits; the link of this path in the last email. */
export const mailed = async (subscribers: SubscriberTest, path: string): Promise<string> => {
  await subscribers.office.deliver()
  return linkOf(subscribers.emails().at(-1)?.text ?? '', path)
}

/** Follows a search, and confirms it by the link that is mailed. */
export const confirmFollow = async (
  subscribers: SubscriberTest,
  fields: Record<string, string> = {},
): Promise<void> => {
  assert.equal((await follow(subscribers, fields)).status, 303)
  assert.equal((await subscribers.post(await mailed(subscribers, 'follow/confirm'))).status, 200)
}

/** Goes on to seven o’clock of the next day and takes the digest that is due then. */
export const digest = async ({ service }: SubscriberTest) => {
  const { clock, run, store } = service
  clock.advance(((31 - clock.now().getUTCHours()) % 24 || 24) * HOUR)
  await prepareDigestsJob(service).run(new AbortController().signal)
  const { delivery } = await run(takeDelivery, { done: null, rates: { total: null, domain: null } })
  if (delivery === null) return null
  assert.ok('digestId' in delivery)
  const emails = emailComposer({
    site: house,
    publicUrl: () => 'https://library.example',
    secret: await store.private.secret(),
  })
  const compose = (): ReturnType<typeof composeDigestEmail> => composeDigestEmail({ store, emails }, delivery)
  return { delivery, compose }
}
