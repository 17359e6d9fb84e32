import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliveryAddress, unsubscribeAddress } from '#core/mail/bounces/keyed-address.ts'
import { unsubscribeToken } from '#core/mail/unsubscribe-token.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/bounces')

/** The samples: the kind that each is of by its folder, its name, and its text with places for what is ours. */
export const sampleBounces = (): { kind: string; name: string; text: string }[] =>
  globSync('**/*.eml', { cwd: FOLDER })
    .toSorted()
    .map((path) => ({
      kind: path.split('/')[0] ?? '',
      name: path,
      text: readFileSync(join(FOLDER, path), 'utf8'),
    }))

export const BOUNCE_ADDRESS = 'bounces@library.example'

/** A sample as it comes back of one email to one subscriber. */
export const addressed = (text: string, secret: Buffer, subscriberId: string, uuid: string): Buffer => {
  const site = { secret, bounceAddress: BOUNCE_ADDRESS }
  const sender = deliveryAddress(site, { subscriberId, messageId: `<${uuid}@library.example>` })
  return Buffer.from(
    text
      .replaceAll('bounces+TOKEN@library.example', sender)
      .replaceAll('bounces+LEAVE@library.example', unsubscribeAddress(site, subscriberId))
      .replaceAll('token=LINK', `token=${unsubscribeToken(secret, subscriberId)}`)
      .replaceAll('MESSAGE@', `${uuid}@`),
  )
}
