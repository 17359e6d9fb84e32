import { redisplayForm } from '#http/console/redisplay-form.ts'
import { seeOther } from '#http/routing/reply.ts'
import { getCurrentEditor, getCurrentActor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { decidePaper } from '#actions/review/decide-paper.ts'
import type { Failure } from '#core/failure.ts'
import type { Reply } from '#http/routing/reply.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { pathId } from '#http/input/path-id.ts'
import { getStoredPaper, editView, type PapersPorts, renderEditPage } from './present.ts'

export const retractPaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const again = async (failure: Failure) =>
      renderEditPage(
        ports,
        editView({ editor: getCurrentEditor(context), stored: await getStoredPaper(ports, id), failure }),
      )
    return redisplayForm(async () => {
      await ports.run(decidePaper, {
        id,
        event: 'retract',
        note: fields.reason ?? null,
        actor: getCurrentActor(context),
      })
      return seeOther(`/console/papers/${id}/edit`)
    }, again)
  }
