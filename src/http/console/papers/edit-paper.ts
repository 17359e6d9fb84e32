import { redisplayForm } from '#http/console/redisplay-form.ts'
import { getCurrentEditor, getCurrentActor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { editPaper } from '#actions/papers/edit-paper.ts'
import type { Failure } from '#core/failure.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { assessEdit } from '#queries/assess-edit.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { PAPER_FORM_BYTES } from '#http/input/body-limits.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { getStoredPaper, editView, type PapersPorts, renderEditPage } from './present.ts'
import { toPaperInput } from './input.ts'
import { conflictNote } from './pages/conflict.ts'
import { conflictView } from './conflict-view.ts'

export const showPaperForm =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const stored = await getStoredPaper(ports, pathId(context))
    const view = editView({ editor: getCurrentEditor(context), stored, saved: saved !== undefined })
    return page(200, await renderEditPage(ports, view))
  }

/** The form again with every error and the preview; nothing is stored. */
export const previewPaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields: values } = await readFormBody(context, PAPER_FORM_BYTES)
    const id = pathId(context)
    const stored = await getStoredPaper(ports, id)
    const validated = parsePaper(toPaperInput(id, values), ports.clock.now())
    return page(
      200,
      await renderEditPage(ports, editView({ editor: getCurrentEditor(context), stored, values, validated })),
    )
  }

export const savePaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields: values } = await readFormBody(context, PAPER_FORM_BYTES)
    const id = pathId(context)
    const editor = getCurrentEditor(context)
    const now = ports.clock.now()
    const validated = parsePaper(toPaperInput(id, values), now)
    const again = async (failure?: Failure) =>
      renderEditPage(ports, editView({ editor, stored: await getStoredPaper(ports, id), values, validated, failure }))
    if (!validated.ok) return page(400, await again())
    const { paper } = validated.value
    return redisplayForm(
      async () => {
        const assessment = await assessEdit(ports.store.private, { paper, now })
        const edit = { paper, version: formVersion(values), actor: getCurrentActor(context), assessment }
        const version = await ports.run(editPaper, edit)
        return seeOther(`/console/papers/${id}/edit?saved=${version}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return again(failure)
        const { view, conflict } = await conflictView(ports, { editor, id, fields: values, typed: paper })
        return renderEditPage(ports, { ...view, error: failure.message }, conflictNote(conflict))
      },
    )
  }
