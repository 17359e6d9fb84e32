import { hashSecret } from '#core/access/key-format.ts'
import { quotaExceeded } from '#core/failure.ts'
import { subscribePolicy, type QuotaPolicy } from '#core/access/quota.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Store } from '#ports/store/store.ts'
import { transactOnce, type Answered, type Asked } from './once.ts'

const CONFIRM_WITHIN_MS = 48 * 3_600_000
/** However often a stranger types an address: this many letters a day reach it, and the answer stays the same. */
const lettersPerAddress: QuotaPolicy = { name: 'confirmation', limit: 3, windowSeconds: 86_400 }

/** Where letters to one address are counted: by a digest, so that the address itself stands nowhere twice. */
export const confirmationBucket = (email: string): string => `confirmation:${hashSecret(email.toLowerCase())}`

type Ports = { store: Store; clock: Clock; ids: Ids; letters: EmailComposer }

/**
 * Asks an address to confirm its subscription. Whether it was new, waiting or active before is not told.
 * Throws `quota_exceeded` for a client that asks for too many.
 */
export const subscribe = (
  ports: Ports,
  { email, name, client }: { email: string; name: string | null; client: string },
  asked: Asked<null>,
): Promise<Answered> =>
  transactOnce(ports, asked, async (tx) => {
    const { clock, ids, letters } = ports
    const now = clock.now()
    const at = now.toISOString()
    const quota = await tx.quota.consume(`subscribe:${client}`, subscribePolicy, now)
    if (!quota.allowed) return quotaExceeded(quota)
    const known = await tx.subscribers.findByEmail(email)
    if (known?.state === 'active') return null
    const room = await tx.quota.consume(confirmationBucket(email), lettersPerAddress, now)
    if (!room.allowed) return null
    const token = ids.secret()
    const subscriberId = known?.id ?? `s_${ids.secret().slice(0, 16)}`
    await tx.subscribers.put(
      {
        id: subscriberId,
        email,
        name,
        state: 'pending',
        confirmHash: hashSecret(token),
        confirmExpiresAt: new Date(now.getTime() + CONFIRM_WITHIN_MS).toISOString(),
      },
      at,
    )
    const letter = letters.confirmation({ subscriberId, token })
    await tx.outbox.add({ ...letter, kind: 'confirmation', to: email, messageId: letters.messageId(ids.uuid()) }, at)
    return null
  })
