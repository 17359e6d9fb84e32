import { Failure } from '#core/failure.ts'
import type { Editor } from '#core/access/editor.ts'
import type { EditorReader } from '#ports/store/accounts/editors.ts'

/** An editor who was not removed. Throws `not_found`. */
export const getActiveEditor = async (editors: EditorReader, id: string): Promise<Editor> => {
  const editor = await editors.find(id)
  if (editor === null || editor.removedAt !== null)
    throw new Failure('not_found', `There is no editor ${id}; "longview editors list" shows them.`)
  return editor
}
