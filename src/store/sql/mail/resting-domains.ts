import { sql, type RawBuilder } from 'kysely'
import { REST_PREFIX } from '#core/mail/mail-rate.ts'
import { MAX_REST_SECONDS } from '#core/mail/retry-delay.ts'

/**
 * That the domain of a row gets emails now. A rest that ends later than any rest can comes from a clock that was set back.
 * @param now an instant in ISO 8601
 */
export const toNoRestingDomain = (now: string): RawBuilder<boolean> => {
  const at = Date.parse(now)
  return sql<boolean>`${REST_PREFIX} || domain NOT IN (
    SELECT bucket FROM mail_rates WHERE used_until > ${at} AND used_until <= ${at + MAX_REST_SECONDS * 1_000})`
}
