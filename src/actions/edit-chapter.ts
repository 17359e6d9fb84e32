import type { Chapter, ChapterText } from '#core/papers/chapter.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** Gives a chapter other words; its version then, which stays when nothing differs. Throws `stale`. */
export const editChapter = (
  { store, clock }: { store: Store; clock: Clock },
  { number, text, version, actor }: { number: Chapter; text: ChapterText; version: number | null; actor: string },
): Promise<number> =>
  store.transact(async (tx) => {
    const found = (await tx.chapters.list()).find((chapter) => chapter.number === number)
    const present = found?.version ?? 0
    assertVersion(`Chapter ${number}`, version, present)
    const changed = changedFields({ ...found }, text)
    if (changed === null) return present
    const at = clock.now().toISOString()
    const raised = await tx.chapters.put(number, text, at)
    await tx.audit.record({ at, actor, act: 'chapter.edit', subject: String(number), ...changed })
    return raised
  })
