import { redisplayForm } from '#http/console/redisplay-form.ts'
import { seeOther } from '#http/routing/reply.ts'
import { getCurrentEditor, getCurrentActor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import type { Failure } from '#core/failure.ts'
import type { Reply } from '#http/routing/reply.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { pathId } from '#http/input/path-id.ts'
import { getStoredPaper, editView, type PapersPorts, renderEditPage } from './present.ts'

export const mergeIntoPaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const into = (fields.into ?? '').trim()
    const note = (fields.note ?? '').trim()
    const again = async (failure: Failure) =>
      renderEditPage(
        ports,
        editView({ editor: getCurrentEditor(context), stored: await getStoredPaper(ports, id), failure }),
      )
    return redisplayForm(async () => {
      await ports.run(mergePaper, { id, into, note: note === '' ? null : note, actor: getCurrentActor(context) })
      return seeOther(`/console/papers/${into}/edit`)
    }, again)
  }
