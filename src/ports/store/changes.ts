import type { NumberedChange } from '#core/changes/public-change.ts'

/** What the public could see change, by numbers that only rise. */
export type ChangeReader = {
  /** Changes after a number, oldest first. */
  after(seq: number, limit: number): Promise<NumberedChange[]>
  /** The number of the last change; 0 when there was none. */
  last(): Promise<number>
}
