import { type Editor, includesRole } from '#core/access/editor.ts'
import type { AuditRecord } from '#core/audit.ts'
import type { BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import { type IsoWeek, weekId, weekOf } from '#core/editorial/week.ts'
import type { MailingProgress } from '#core/mail/mailing.ts'
import type { WaitingKind } from '#core/review/waiting.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'
import type { WebhookEndpoint } from '#core/webhooks.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** Counted no further: what waits beyond this is “more than”. */
export const MOST_WAITING = 1_000

/** What waits, and since when the oldest of it does. */
export type Waiting = { kind: WaitingKind; count: number; since: string | null }

/** The brief of a week; `mailing` is how far its email is, or null. */
export type WeeksBrief = {
  week: IsoWeek
  published: PublishedBrief | null
  draft: BriefDraft | null
  mailing: MailingProgress | null
}

export type Today = {
  /** By what an editor should look at first; emails are those that could not be delivered. */
  waiting: Waiting[]
  /** Null for those who may not edit it. */
  brief: WeeksBrief | null
  /** Sources and webhooks whose last attempt failed, the webhooks also if Longview paused them. */
  sources: WatchedSource[]
  webhooks: WebhookEndpoint[]
  digestsPaused: boolean
  /** The latest actions, newest first, without sign-ins. */
  done: AuditRecord[]
}

/** By the lowest role that may decide on it. */
const kindsOf = ({ role }: Editor): readonly WaitingKind[] =>
  includesRole(role, 'editor')
    ? ['submissions', 'candidates', 'proposals', 'messages', 'unassessed', 'emails']
    : ['submissions']

const LISTED_ACTIONS = 8
/** Read in order to list that many that are no sign-ins. */
const READ_ACTIONS = 50

const isSignIn = ({ act }: AuditRecord): boolean => act.startsWith('editor.sign-')

const findDone = async ({ audit }: PrivateReader): Promise<AuditRecord[]> => {
  const { records } = await audit.list({ actor: null, act: null, subject: null }, null, READ_ACTIONS)
  return records.filter((record) => !isSignIn(record)).slice(0, LISTED_ACTIONS)
}

const findBrief = async (read: PrivateReader, now: Date): Promise<WeeksBrief> => {
  const week = weekOf(now)
  const id = weekId(week)
  const [published, draft, [mailing = null]] = await Promise.all([
    read.briefs.find(id),
    read.briefs.draft(id),
    read.mailings.progress([id], now),
  ])
  return { week, published, draft, mailing }
}

const hasFailed = ({ failures, pausedBecause }: WebhookEndpoint): boolean => failures > 0 || pausedBecause !== null

/** What an editor's day begins with. Reads entries of indexes and a few short tables, whatever the size of the library. */
export const findToday = async (
  read: PrivateReader,
  { editor, now }: { editor: Editor; now: Date },
): Promise<Today> => {
  const [isEditor, isAdmin] = [includesRole(editor.role, 'editor'), includesRole(editor.role, 'admin')]
  const [counts, oldest, brief, sources, webhooks, following, done] = await Promise.all([
    read.waiting.counts(MOST_WAITING + 1),
    read.waiting.oldest(),
    isEditor ? findBrief(read, now) : null,
    isEditor ? read.sources.list() : [],
    isAdmin ? read.webhooks.list() : [],
    isAdmin ? read.following.state() : null,
    isEditor ? findDone(read) : [],
  ])
  return {
    waiting: kindsOf(editor)
      .map((kind) => ({ kind, count: counts[kind], since: oldest[kind] }))
      .filter(({ count }) => count > 0),
    brief,
    sources: sources.filter(({ state, failures }) => state === 'active' && failures > 0),
    webhooks: webhooks.filter(hasFailed),
    digestsPaused: following?.isPaused === true,
    done,
  }
}
