import type { ChangedKind, NumberedChange } from '#core/changes/public-change.ts'
import { chapters, parseChapter } from '#core/papers/chapter.ts'
import type { PublicReader } from '#ports/store/store.ts'

/** Everything that the public may know of the five kinds of things, as texts by kind and id. */
export type PublicCorpus = Map<string, string>

const text = (value: unknown): string => JSON.stringify(value)

const readOne: Record<ChangedKind, (reader: PublicReader, id: string) => Promise<unknown>> = {
  paper: async (reader, id) => {
    const found = await reader.papers.find(id)
    return found?.state === 'accepted' ? found.paper : null
  },
  concept: async (reader, id) => {
    const counts = (await reader.related.conceptTimeline(id))?.counts
    return counts === undefined ? null : { id: counts.id, name: counts.name, definition: counts.definition }
  },
  gap: async (reader, id) => {
    const gap = await reader.related.gap(id)
    return gap === null ? null : { ...gap, updatedAt: '', papers: gap.papers.map((paper) => paper.id).toSorted() }
  },
  brief: (reader, id) => reader.briefs.find(id),
  chapter: (reader, id) => reader.chapters.get(parseChapter(id) ?? 1),
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The whole corpus as it stands. */
export const readPublicCorpus = async (reader: PublicReader): Promise<PublicCorpus> => {
  const corpus: PublicCorpus = new Map()
  const add = async (kind: ChangedKind, all: readonly string[]): Promise<void> => {
    for (const id of all) corpus.set(`${kind} ${id}`, text(await readOne[kind](reader, id)))
  }
  await add('paper', ids((await reader.papers.listWithText(null, 10_000)).papers))
  await add('concept', ids((await reader.concepts.list())?.concepts ?? []))
  await add('gap', ids(await reader.gaps.list(null)))
  await add('brief', ids(await reader.briefs.list()))
  await add('chapter', chapters.map(String))
  return corpus
}

/** Brings a copy of the corpus up to date, as the documented recipe does: what changed is read anew or dropped. */
export const applyChanges = async (
  reader: PublicReader,
  corpus: PublicCorpus,
  changes: readonly NumberedChange[],
): Promise<void> => {
  for (const { kind, id, event } of changes) {
    const read = event === 'added' || event === 'revised' ? await readOne[kind](reader, id) : null
    // What has gone in the meantime has a change of its own further on.
    if (read === null) corpus.delete(`${kind} ${id}`)
    else corpus.set(`${kind} ${id}`, text(read))
  }
}
