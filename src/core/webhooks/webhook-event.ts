import { createHash } from 'node:crypto'
import type { ChangedKind, ChangeEvent, NumberedChange } from '#core/changes/public-change.ts'

/** What receivers can ask to be told of. */
export const webhookEventTypes = [
  'paper.accepted',
  'paper.revised',
  'paper.retracted',
  'paper.merged',
  'brief.published',
  'gap.changed',
  'submission.decided',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** Those that tell of nothing but what the public sees. */
export const publicEventTypes = webhookEventTypes.filter((type) => type !== 'submission.decided')

/** What is sent beside them: a test, and to a WebSub hub that a feed has changed. */
export type SentType = WebhookEventType | 'webhook.test' | 'feed.changed'

/** Something that a receiver is told. Everything of one subject is told in its order. */
export type WebhookEvent = {
  type: SentType
  /** What it is about, such as `paper p12`; of a feed its address below the site. */
  subject: string
  /** An instant in ISO 8601. */
  at: string
  /** The number of the public change; null for all else. */
  change: number | null
  /** The number of the step of the review; null for all else. */
  step: number | null
  /** What became of a gap or a submission; null where the type says it. */
  outcome: string | null
}

/** Which changes make which event; concepts follow from papers, and they and chapters make none. */
const typeOf: Record<ChangedKind, Partial<Record<ChangeEvent, WebhookEventType>>> = {
  paper: {
    added: 'paper.accepted',
    revised: 'paper.revised',
    retracted: 'paper.retracted',
    merged: 'paper.merged',
  },
  brief: { added: 'brief.published' },
  gap: { added: 'gap.changed', revised: 'gap.changed', retracted: 'gap.changed', merged: 'gap.changed' },
  concept: {},
  chapter: {},
}

/** The kinds and events of public changes that make events of these types. */
export const changesThatMake = (types: readonly WebhookEventType[]): { kind: ChangedKind; event: ChangeEvent }[] =>
  (Object.entries(typeOf) as [ChangedKind, Partial<Record<ChangeEvent, WebhookEventType>>][]).flatMap(
    ([kind, events]) =>
      (Object.entries(events) as [ChangeEvent, WebhookEventType][])
        .filter(([, type]) => types.includes(type))
        .map(([event]) => ({ kind, event })),
  )

/** Null for a change that nobody is told of. */
export const eventOfChange = ({ seq, kind, id, event, at }: NumberedChange): WebhookEvent | null => {
  const type = typeOf[kind][event]
  if (type === undefined) return null
  return { type, subject: `${kind} ${id}`, at, change: seq, step: null, outcome: kind === 'gap' ? event : null }
}

/** A decision on a submission, as the history of its review has it. */
export type DecidedSubmission = { step: number; id: string; state: string; at: string }

export const eventOfDecision = ({ step, id, state, at }: DecidedSubmission): WebhookEvent => ({
  type: 'submission.decided',
  subject: `paper ${id}`,
  at,
  change: null,
  step,
  outcome: state,
})

const ID_CHARACTERS = 24

/**
 * The same for every receiver and however often an event is sent, also by a replay. A corpus that was restored gives numbers
 * of changes out again: their instants tell those apart.
 */
export const messageId = (event: WebhookEvent): string => {
  const { type, subject, at, change, step, outcome } = event
  const digest = createHash('sha256').update(JSON.stringify([type, subject, at, change, step, outcome]))
  return `msg_${digest.digest('base64url').slice(0, ID_CHARACTERS)}`
}
