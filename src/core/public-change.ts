/** The kinds of public records that have changes. */
export const changedKinds = ['paper', 'concept', 'gap', 'brief', 'chapter'] as const
export type ChangedKind = (typeof changedKinds)[number]

/**
 * `added`: it became public. `revised`: its content changed. `retracted`: it is no longer public. `merged`: its id now leads to
 * another record.
 */
export const changeEvents = ['added', 'revised', 'retracted', 'merged'] as const
export type ChangeEvent = (typeof changeEvents)[number]

export type PublicChange = { kind: ChangedKind; id: string; event: ChangeEvent }

/** A stored change; numbers and times only ever increase. */
export type NumberedChange = PublicChange & { seq: number; at: string }

/** The net effect of two successive events of one transaction; null for none. */
const combined = (kind: ChangedKind, first: ChangeEvent, then: ChangeEvent): ChangeEvent | null => {
  if (first === 'added') return then === 'revised' || then === 'added' ? 'added' : null
  // A concept disappears with its last paper; if the paper returns at once, the concept is unchanged.
  if (then === 'added') return kind === 'concept' ? null : 'revised'
  return then
}

/** The net changes of one transaction: at most one per record, in order of first occurrence. */
export const netChanges = (changes: readonly PublicChange[]): PublicChange[] => {
  const events = new Map<string, PublicChange | null>()
  for (const change of changes) {
    const key = `${change.kind} ${change.id}`
    const before = events.get(key) ?? null
    const event = before === null ? change.event : combined(change.kind, before.event, change.event)
    events.set(key, event === null ? null : { ...change, event })
  }
  return [...events.values()].filter((change) => change !== null)
}
