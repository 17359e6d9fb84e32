/** Secrets as the Standard Webhooks specification has them (standardwebhooks.com, version 1). */

const SECRET_PREFIX = 'whsec_'
/** The secret before signs as well for so long after a new one was made. */
export const SECRET_OVERLAP_HOURS = 24
export const SECRET_OVERLAP_MS = SECRET_OVERLAP_HOURS * 3_600_000

/** A new secret; `random` are 24 characters or more that nobody can guess. */
export const newSecret = (random: string): string => `${SECRET_PREFIX}${Buffer.from(random).toString('base64')}`

/** The bytes that a secret stands for. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
