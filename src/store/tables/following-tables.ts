import type { Generated } from 'kysely'
import type { ChangedThing, DigestFrequency } from '#core/following/follow.ts'
import type { DeliveryState } from '#core/mail/mailing.ts'
import type { RequestPurpose } from '#core/mail/requests/subscriber-request.ts'

type MatchedKind = ChangedThing['kind']

/** Followed searches, what they find, and the digests that tell of it. */
export type FollowingTables = {
  followed_searches: { seq: Generated<number>; key: string; address: string; began_after: number }
  follows: {
    subscriber_id: string
    search_seq: number
    frequency: DigestFrequency
    began_after: number
    told_until: number
    since: string
  }
  follow_matches: {
    seq: number
    search_seq: number
    kind: MatchedKind
    thing_id: string
    added: number
    at: string
  }
  told_matches: { subscriber_id: string; search_seq: number; kind: MatchedKind; thing_id: string }
  following: { id: number; matched_until: number; last_match: number; version: number; paused: number }
  subscriber_requests: {
    message_id: string
    purpose: RequestPurpose
    subscriber_id: string
    email: string
    email_key: string
    address: string | null
    frequency: DigestFrequency | null
    hash: string | null
    expires_at: string | null
    created_at: string
  }
  digests: {
    id: string
    subscriber_id: string
    domain: string
    message_id: string
    sections: string
    state: DeliveryState
    attempts: number
    due_at: string
    lease_until: string | null
    last_error: string | null
    created_at: string
    sent_at: string | null
  }
}
