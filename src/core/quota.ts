/** An exact sliding-window limit (contract 8). */
export type QuotaPolicy = { name: string; limit: number; windowSeconds: number }

export const submitPolicy: QuotaPolicy = { name: 'submit', limit: 100, windowSeconds: 3_600 }
/** Where the submissions of one API key are counted. */
export const submissionBucket = ({ id }: { id: string }): string => `submit:${id}`
export const contactPolicy: QuotaPolicy = { name: 'contact', limit: 10, windowSeconds: 3_600 }
/** Keeps the confirmation mail from being used to flood strangers. */
export const subscribePolicy: QuotaPolicy = { name: 'subscribe', limit: 60, windowSeconds: 3_600 }

/** Names of the networks that a client is in, from the narrowest; an IPv4 client has one. */
export type ClientNetworks = readonly string[]

/** Who owns many small networks gets more than one client, and far less than all of them together. */
const NETWORK_SHARES = [1, 2, 4]

/** The limit of one client, then those of the networks around it. */
export const widenedPolicies = (policy: QuotaPolicy): QuotaPolicy[] =>
  NETWORK_SHARES.map((share) => ({ ...policy, limit: policy.limit * share }))

/** What is counted where: all of it must have room. */
export type CountedAttempt = { bucket: string; policy: QuotaPolicy }

export const attemptPolicy: QuotaPolicy = { name: 'attempts', limit: 600, windowSeconds: 3_600 }
/** Dry runs and failed submissions of one key: they cost the work of a submission and store nothing. */
export const submissionAttempts = ({ id }: { id: string }): CountedAttempt[] => [
  { bucket: `attempts:${id}`, policy: attemptPolicy },
]

const countWidened = (client: ClientNetworks, name: string, limit: QuotaPolicy): CountedAttempt[] =>
  widenedPolicies(limit).flatMap((policy, index) =>
    client[index] === undefined ? [] : [{ bucket: `${name}:${client[index]}`, policy }],
  )

export const failedFormPolicy: QuotaPolicy = { name: 'failed', limit: 60, windowSeconds: 3_600 }
/** Failed contact messages and subscriptions of one client, and of the networks around it. */
export const formAttempts = (client: ClientNetworks): CountedAttempt[] =>
  countWidened(client, 'failed', failedFormPolicy)

export const referencePolicy: QuotaPolicy = { name: 'references', limit: 600, windowSeconds: 3_600 }
/** Checks of references by one client, and by the networks around it. */
export const referenceAttempts = (client: ClientNetworks): CountedAttempt[] =>
  countWidened(client, 'references', referencePolicy)

/** Attempts to sign in: for one account from anywhere, and from one address for any account. */
export const signInAccountPolicy: QuotaPolicy = { name: 'sign-in', limit: 20, windowSeconds: 3_600 }
export const signInClientPolicy: QuotaPolicy = { name: 'sign-in', limit: 60, windowSeconds: 3_600 }
/** Failures on accounts that do not exist, as far as the audit log keeps them. */
export const unknownSignInPolicy: QuotaPolicy = { name: 'sign-in', limit: 100, windowSeconds: 3_600 }
/** Emails with the end of the audit log; a little less than a day, so that looking every hour makes one a day. */
export const auditNotePolicy: QuotaPolicy = { name: 'audit-note', limit: 1, windowSeconds: 82_800 }

/** A client's use of a limit. `resetSeconds`: until the oldest counted request leaves the window; null when none counts. */
export type QuotaState = { policy: QuotaPolicy; allowed: boolean; remaining: number; resetSeconds: number | null }

/**
 * Evaluates one more request against the instants (milliseconds) of those counted so far.
 * Instants ahead of `now` come from a clock that was set back: they count as if they were made now,
 * so nobody is locked out for longer than one window.
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
