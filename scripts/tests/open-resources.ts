const counted = (): Map<string, number> =>
  new Map([...Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)].map(([kind, all]) => [kind, all.length]))

/** Finds out which files left something open that keeps the process alive. */
export type OpenResources = {
  /** To be called when a file has ended. */
  note(file: string): void
  /** What is open by now beyond what was at first, and after which files there was more of that kind. */
  left(): string
}

export const openResources = (): OpenResources => {
  const first = counted()
  let before = first
  const files = new Map<string, string[]>()
  return {
    note: (file) => {
      const now = counted()
      for (const [kind, count] of now)
        if (count > (before.get(kind) ?? 0)) files.set(kind, [...(files.get(kind) ?? []), file])
      before = now
    },
    left: () =>
      [...counted()]
        .map(([kind, count]) => ({ kind, more: count - (first.get(kind) ?? 0) }))
        .filter(({ more }) => more > 0)
        .map(({ kind, more }) => `${more} ${kind} (${(files.get(kind) ?? []).join(', ')})`)
        .join('; '),
  }
}
