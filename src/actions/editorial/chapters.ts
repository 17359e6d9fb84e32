import type { ActionContext } from '#actions/run-action.ts'
import type { Chapter, ChapterText } from '#core/papers/chapter.ts'
import { saveEdit, type Edit } from './save-edit.ts'

/** Renames a chapter or rewrites its introduction. Returns its version afterwards. Throws `stale`. */
export const editChapter = async (tx: ActionContext, edit: Edit<Chapter, ChapterText>): Promise<number> => {
  const { id, words } = edit
  const { version: present, ...before } = await tx.chapters.get(id)
  return saveEdit(tx, edit, {
    what: `Chapter ${id}`,
    act: 'chapter.edit',
    subject: String(id),
    present,
    before,
    after: words,
    store: async (at) => ({ version: await tx.chapters.put(id, words, at) }),
  })
}
