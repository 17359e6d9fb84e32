import assert from 'node:assert/strict'
import { takeDelivery } from '#actions/mailings/take-delivery.ts'
import { prepareDigestsJob } from '#jobs/prepare-digests.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { composeDigestEmail } from '#queries/following/compose-digest-email.ts'
import type { SubscriberTest } from './subscriber.ts'

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
    houseName: 'House',
    publicUrl: () => 'https://library.example',
    secret: await store.private.secret(),
  })
  const compose = (): ReturnType<typeof composeDigestEmail> => composeDigestEmail({ store, emails }, delivery)
  return { delivery, compose }
}
