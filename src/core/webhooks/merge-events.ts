import type { NumberedChange } from '#core/changes/public-change.ts'
import type { EventPosition } from './endpoint.ts'
import { eventOfChange, eventOfDecision, type DecidedSubmission, type WebhookEvent } from './webhook-event.ts'

type Read = { changes: readonly NumberedChange[]; decisions: readonly DecidedSubmission[] }

/** Up to which instant a list is complete; null: it was read to its end. */
const readUntil = (list: readonly { at: string }[], limit: number): string | null =>
  list.length < limit ? null : list.reduce((latest, { at }) => (at > latest ? at : latest), '')

const upTo = <T extends { at: string }>(list: readonly T[], until: string | null): T[] => {
  const end = until === null ? -1 : list.findIndex(({ at }) => at > until)
  return list.slice(0, end === -1 ? list.length : end)
}

/**
 * Public changes and decisions in one order: by time, and a decision before what it changed. Of two lists of which one was cut
 * at `limit`, only what the other one cannot precede; the position says how far that is.
 *
 * @param end the position after all that can be read now
 */
export const mergeEvents = (
  { changes, decisions }: Read,
  { position, end, limit }: { position: EventPosition; end: EventPosition; limit: number },
): { events: WebhookEvent[]; position: EventPosition } => {
  const ends = [readUntil(changes, limit), readUntil(decisions, limit)].filter((end) => end !== null)
  const until = ends.toSorted()[0] ?? null
  const [takenChanges, takenDecisions] = [upTo(changes, until), upTo(decisions, until)]
  const events = [
    ...takenDecisions.map(eventOfDecision),
    ...takenChanges.map(eventOfChange).filter((event) => event !== null),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  if (until === null) return { events, position: end }
  return {
    events,
    position: {
      change: takenChanges.at(-1)?.seq ?? position.change,
      step: takenDecisions.at(-1)?.step ?? position.step,
    },
  }
}
