import type { ActionContext } from '#actions/run-action.ts'
import type { Chapter, ChapterText } from '#core/papers/chapter.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'

type EditChapterInput = { number: Chapter; text: ChapterText; version: number | null; actor: string }

/** Renames a chapter or rewrites its introduction; its version then, which stays when nothing differs. Throws `stale`. */
export const editChapter = async (
  tx: ActionContext,
  { number, text, version, actor }: EditChapterInput,
): Promise<number> => {
  const found = await tx.chapters.get(number)
  const present = found.version
  assertVersion(`Chapter ${number}`, version, present)
  const changed = changedFields({ ...found }, text)
  if (changed === null) return present
  const at = tx.now.toISOString()
  const raised = await tx.chapters.put(number, text, at)
  await tx.audit.record({ at, actor, act: 'chapter.edit', subject: String(number), ...changed })
  return raised
}
