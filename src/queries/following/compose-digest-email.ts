import { MOST_COUNTED } from '#core/following/digest-size.ts'
import type { DigestSection } from '#core/following/follow.ts'
import { parseFollowedAddress } from '#core/following/followed-search.ts'
import type { LeasedDigest } from '#core/mail/mailing.ts'
import type { DigestEntry, DigestPart, EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'
import { describeFollowed } from './describe-followed.ts'

type Ports = { store: Pick<Store, 'public' | 'private'>; emails: EmailComposer }

/** Those that are public at this moment; what was merged into another paper is not told as that one. */
const papersOf = async (reader: PublicReader, ids: readonly string[]): Promise<DigestEntry[]> => {
  const papers = await reader.related.publicPapers(ids)
  return papers
    .filter(({ id }) => ids.includes(id))
    .map(({ id, title, authors, year }) => ({ path: `/papers/${id}`, title, authors, note: String(year) }))
}

const gapsOf = async (reader: PublicReader, ids: readonly string[]): Promise<DigestEntry[]> => {
  const gaps = await Promise.all(ids.map((id) => reader.related.gap(id)))
  return gaps.flatMap((gap) =>
    gap === null ? [] : [{ path: `/gaps/${gap.id}`, title: gap.title, authors: [], note: gap.severity }],
  )
}

const partOf = async (reader: PublicReader, { address, ids, more }: DigestSection): Promise<DigestPart> => {
  const search = parseFollowedAddress(address)
  const entries = await (search.of === 'gaps' ? gapsOf(reader, ids) : papersOf(reader, ids))
  const isCounted = ids.length + more < MOST_COUNTED
  return { name: await describeFollowed(reader, search), address, entries, more, isCounted }
}

/** A digest as an email; null when nothing of what it tells is public any more, or it is not there any more. */
export const composeDigestEmail = async (
  { store, emails }: Ports,
  { digestId, subscriberId }: Pick<LeasedDigest, 'digestId' | 'subscriberId'>,
): Promise<EmailContent | null> => {
  const sections = await store.private.following.digestSections(digestId)
  if (sections === null) return null
  const parts = await Promise.all(sections.map((section) => partOf(store.public, section)))
  const told = parts.filter(({ entries }) => entries.length > 0)
  return told.length === 0 ? null : emails.digest({ subscriberId, parts: told })
}
