import { Failure } from '#core/failure.ts'
import type { Editor } from '#core/access/editor.ts'
import type { EditorReader } from '#ports/store/accounts/editors.ts'

/** Throws `wrong_state` for the only admin there is. */
export const assertNotLastAdmin = async (editors: EditorReader, { id, role }: Editor): Promise<void> => {
  if (role !== 'admin') return
  const others = (await editors.list()).filter(
    (editor) => editor.role === 'admin' && editor.removedAt === null && editor.id !== id,
  )
  if (others.length === 0)
    throw new Failure('wrong_state', 'This is the last admin, and one is needed: make another editor admin first.')
}
