import type { WaitingKind } from '#core/review/waiting.ts'

export type WaitingReader = {
  /** How many of each kind wait, counted up to `most`: it costs no more however many there are. */
  counts(most: number): Promise<Record<WaitingKind, number>>
  /** Since when the oldest of each kind waits; null if none does, and for papers to assess, which are not kept in that order. */
  oldest(): Promise<Record<WaitingKind, string | null>>
}
