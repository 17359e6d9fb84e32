import type { Alert, MarkChange, Settlement } from '#core/evidence/alerts.ts'
import type { EvidenceSubject } from '#core/evidence/evidence.ts'

/** A search of a text that raises no alerts. */
export type MutedSearch = { subject: EvidenceSubject; mark: string }

export type AlertReader = {
  /** Open ones whose sentence and mark stand in their text as they did, oldest first. */
  open(limit: number): Promise<Alert[]>
  /** The latest settled ones. */
  settled(limit: number): Promise<Alert[]>
  find(id: number): Promise<Alert | null>
  /** Throws `not_found`. */
  get(id: number): Promise<Alert>
  /** The open one about a sentence. */
  findOpen(subject: EvidenceSubject, sentence: string): Promise<Alert | null>
  /** Open ones whose sentence or mark is no longer in their text. */
  edited(limit: number): Promise<Alert[]>
  isMuted(search: MutedSearch): Promise<boolean>
  muted(): Promise<MutedSearch[]>
}

export type AlertWriter = {
  /** Returns its number. */
  add(alert: Pick<Alert, 'subject' | 'mark' | 'sentence' | 'openedAt'> & MarkChange): Promise<number>
  /** Gives an open alert another cause. */
  change(id: number, change: MarkChange & { mark: string }): Promise<void>
  settle(id: number, settled: { as: Settlement; by: string; at: string; revision: number | null }): Promise<void>
  mute(search: MutedSearch, by: { actor: string; at: string }): Promise<void>
  /** Whether it was muted. */
  unmute(search: MutedSearch): Promise<boolean>
}
