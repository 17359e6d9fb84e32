/** What the public can see a change of. */
export const changedKinds = ['paper', 'concept', 'gap', 'brief', 'chapter'] as const
export type ChangedKind = (typeof changedKinds)[number]

/**
 * `added`: it is public from now on. `revised`: it says something else. `retracted`: it is public no more. `merged`: its id leads
 * to another one from now on.
 */
export const changeEvents = ['added', 'revised', 'retracted', 'merged'] as const
export type ChangeEvent = (typeof changeEvents)[number]

export type PublicChange = { kind: ChangedKind; id: string; event: ChangeEvent }

/** A change as it is kept: numbers rise for ever, and times with them. */
export type NumberedChange = PublicChange & { seq: number; at: string }

/** What two events come to where nobody can see the time between; null: nothing. */
const combined = (kind: ChangedKind, first: ChangeEvent, then: ChangeEvent): ChangeEvent | null => {
  if (first === 'added') return then === 'revised' || then === 'added' ? 'added' : null
  // A concept leaves with its last paper; where the paper comes back at once, the concept is what it was.
  if (then === 'added') return kind === 'concept' ? null : 'revised'
  return then
}

/** What several changes of one transaction come to: at most one for each thing, in the order in which they were met first. */
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
