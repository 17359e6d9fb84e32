import type { ChangedKind } from '#core/changes/public-change.ts'

/** The lists whose feeds a WebSub hub passes on. Those of a search, a chapter or a concept are too many to announce. */
const LISTS: Record<ChangedKind, readonly string[]> = {
  paper: ['/papers'],
  gap: ['/gaps'],
  brief: ['/briefs'],
  concept: [],
  chapter: [],
}

const ENDINGS = ['atom', 'rss', 'json']

/** Whether a hub is told of changes of the feeds at a path. */
export const isAnnounced = (path: string): boolean => Object.values(LISTS).some((paths) => paths.includes(path))

/** Addresses below the site of the feeds that change with things of these kinds. */
export const feedsOf = (kinds: readonly ChangedKind[]): string[] =>
  [...new Set(kinds)].flatMap((kind) => LISTS[kind].flatMap((path) => ENDINGS.map((ending) => `${path}.${ending}`)))
