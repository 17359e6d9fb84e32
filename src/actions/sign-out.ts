import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** Ends one session of an editor's own, at once and in every process. Throws `not_found`. */
export const endSession = (
  { store }: { store: Store },
  { id, editor }: { id: string; editor: Editor },
): Promise<void> =>
  store.transact(async (tx) => {
    if (!(await tx.sessions.end(id, editor.id)))
      throw new Failure('not_found', 'That session has ended already, or was never yours.')
  })

/** Ends every session of an editor's but the one kept; null keeps none. How many ended. */
export const signOutElsewhere = (
  { store, clock }: { store: Store; clock: Clock },
  { editor, kept }: { editor: Editor; kept: string | null },
): Promise<number> =>
  store.transact(async (tx) => {
    const ended = await tx.sessions.endOthers(editor.id, kept)
    const at = clock.now().toISOString()
    const actor = editorActor(editor)
    const after = { ended }
    await tx.audit.record({ at, actor, act: 'editor.sign-out', subject: editor.id, before: null, after })
    return ended
  })
