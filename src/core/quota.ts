/** An exact sliding-window limit (contract 8). */
export type QuotaPolicy = { name: string; limit: number; windowSeconds: number }

export const submitPolicy: QuotaPolicy = { name: 'submit', limit: 100, windowSeconds: 3_600 }
/** The bucket in which the submissions of one API key are counted. */
export const submissionBucket = ({ id }: { id: string }): string => `submit:${id}`
/**
 * The bodies of the submissions of one API key that wait for a decision, together, in bytes. Many papers come through an ingestion
 * session.
 */
export const WAITING_BYTES = 32 * 1_024 ** 2
export const contactPolicy: QuotaPolicy = { name: 'contact', limit: 10, windowSeconds: 3_600 }
/** Prevents confirmation emails from being used to flood the mailboxes of others. */
export const subscribePolicy: QuotaPolicy = { name: 'subscribe', limit: 60, windowSeconds: 3_600 }

/** The networks that contain a client, narrowest first; an IPv4 client has only one. */
export type ClientNetworks = readonly string[]

/** An owner of many small networks gets more than a single client, but far less than the sum of them. */
const NETWORK_SHARES = [1, 2, 4]

/** The limit of one client, followed by those of its enclosing networks. */
export const widenedPolicies = (policy: QuotaPolicy): QuotaPolicy[] =>
  NETWORK_SHARES.map((share) => ({ ...policy, limit: policy.limit * share }))

/** An attempt counts in each of its buckets, and each must have room. */
export type CountedAttempt = { bucket: string; policy: QuotaPolicy }

export const attemptPolicy: QuotaPolicy = { name: 'attempts', limit: 600, windowSeconds: 3_600 }
/** Dry runs and failed submissions of one key: they cost as much as a submission but store nothing. */
export const submissionAttempts = ({ id }: { id: string }): CountedAttempt[] => [
  { bucket: `attempts:${id}`, policy: attemptPolicy },
]

const countWidened = (client: ClientNetworks, name: string, limit: QuotaPolicy): CountedAttempt[] =>
  widenedPolicies(limit).flatMap((policy, index) =>
    client[index] === undefined ? [] : [{ bucket: `${name}:${client[index]}`, policy }],
  )

export const failedFormPolicy: QuotaPolicy = { name: 'failed', limit: 60, windowSeconds: 3_600 }
/** Failed contact messages and subscriptions of one client and of its enclosing networks. */
export const formAttempts = (client: ClientNetworks): CountedAttempt[] =>
  countWidened(client, 'failed', failedFormPolicy)

export const referencePolicy: QuotaPolicy = { name: 'references', limit: 3_000, windowSeconds: 3_600 }
/** References that one client and its enclosing networks have checked. */
export const referenceAttempts = (client: ClientNetworks): CountedAttempt[] =>
  countWidened(client, 'references', referencePolicy)

export const checkPolicy: QuotaPolicy = { name: 'checks', limit: 600, windowSeconds: 3_600 }
/** Texts that one client and its enclosing networks have had checked. */
export const reportChecks = (client: ClientNetworks): CountedAttempt[] => countWidened(client, 'checks', checkPolicy)

/** Sign-in attempts: for one account from anywhere, and from one address for any account. */
export const signInAccountPolicy: QuotaPolicy = { name: 'sign-in', limit: 20, windowSeconds: 3_600 }
export const signInClientPolicy: QuotaPolicy = { name: 'sign-in', limit: 60, windowSeconds: 3_600 }
/** How many failed sign-ins to unknown accounts the audit log records. */
export const unknownSignInPolicy: QuotaPolicy = { name: 'sign-in', limit: 100, windowSeconds: 3_600 }
/** Emails to an editor about wrong codes after the right passphrase. */
export const wrongCodeNoticePolicy: QuotaPolicy = { name: 'wrong-code', limit: 1, windowSeconds: 3_600 }
/** Emails with the head of the audit log. Slightly less than a day, so that an hourly check sends one a day. */
export const auditNotePolicy: QuotaPolicy = { name: 'audit-note', limit: 1, windowSeconds: 82_800 }

/** Emails about open alerts: one in a week, less an hour. */
export const alertMailPolicy: QuotaPolicy = { name: 'alerts-mail', limit: 1, windowSeconds: 601_200 }

/** Emails about a backup, and about a drill, that failed. */
export const backupNoticePolicy: QuotaPolicy = { name: 'backup-notice', limit: 1, windowSeconds: 82_800 }

/** How much of a limit is used. `resetSeconds`: until the oldest counted request leaves the window; null if none is counted. */
export type QuotaState = { policy: QuotaPolicy; allowed: boolean; remaining: number; resetSeconds: number | null }

/**
 * Evaluates another request against the instants (milliseconds) counted so far. Instants in the future come from a clock that
 * was set back: they count as now, so that nobody is locked out for longer than one window.
 */
export const evaluateQuota = (policy: QuotaPolicy, counted: readonly number[], now: number): QuotaState => {
  const windowMs = policy.windowSeconds * 1_000
  const inWindow = counted.map((at) => Math.min(at, now)).filter((at) => at > now - windowMs)
  const oldest = inWindow.length === 0 ? null : Math.min(...inWindow)
  return {
    policy,
    allowed: inWindow.length < policy.limit,
    remaining: Math.max(0, policy.limit - inWindow.length),
    resetSeconds: oldest === null ? null : Math.max(1, Math.ceil((oldest + windowMs - now) / 1_000)),
  }
}
