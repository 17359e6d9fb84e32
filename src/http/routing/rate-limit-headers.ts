import type { QuotaState } from '#core/quota.ts'

/** RateLimit fields as in draft-ietf-httpapi-ratelimit-headers-11: structured fields, `t` in seconds. */
export const rateLimitHeaders = ({ policy, remaining, resetSeconds }: QuotaState): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`,
  RateLimit: `"${policy.name}";r=${remaining}${resetSeconds === null ? '' : `;t=${resetSeconds}`}`,
})
