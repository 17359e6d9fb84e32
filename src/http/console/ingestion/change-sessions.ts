import type { Context } from 'hono'
import { undoSession } from '#actions/ingestion/undo-session.ts'
import { closeSession } from '#actions/ingestion/close-session.ts'
import { openSession } from '#actions/ingestion/open-session.ts'
import { validationFailure } from '#core/failure.ts'
import { parseSessionEnd } from '#core/imports/parse-session-end.ts'
import { parseInput } from '#schemas/validate.ts'
import { getCurrentActor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { pathId } from '#http/input/path-id.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import { openFormSchema } from './input.ts'
import { renderSession, renderSessions, type IngestionPorts } from './show-sessions.ts'

export const postSession =
  (ports: IngestionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { label = '', max = '', until = '' } = fields
    const values = { label, max: max.trim(), until: until.trim() }
    return redisplayForm(
      async () => {
        const form = parseInput(openFormSchema, values)
        const end = parseSessionEnd(form.until, ports.clock.now())
        if (end === null)
          throw validationFailure([
            { path: 'until', message: 'must be like 7d, 12h, 2026-12-01 or an instant with its zone' },
          ])
        const about = { label: form.label, maxRecords: form.max, until: end, actor: getCurrentActor(context) }
        const { session, key } = await ports.run(openSession, about)
        const url = `${ports.publicUrl()}/api/ingest-sessions/${session.id}/papers`
        return page(200, await renderSessions(ports, context, { opened: { session, key, url } }))
      },
      (failure) => renderSessions(ports, context, { values, failure }),
    )
  }

const ending =
  (ports: IngestionPorts, action: typeof closeSession, done: 'closed' | 'undone') =>
  async (context: Context): Promise<Reply> =>
    redisplayForm(
      async () => {
        const id = pathId(context)
        await ports.run(action, { id, actor: getCurrentActor(context) })
        return seeOther(`/console/ingestion/${id}?done=${done}`)
      },
      (failure) => {
        if (failure.code === 'not_found') throw failure
        return renderSession(ports, context, { failure })
      },
    )

export const postClosing = (ports: IngestionPorts) => ending(ports, closeSession, 'closed')
export const postUndoing = (ports: IngestionPorts) => ending(ports, undoSession, 'undone')
