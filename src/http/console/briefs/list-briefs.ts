import type { Context } from 'hono'
import { saveBriefDraft } from '#actions/editorial/save-brief-draft.ts'
import type { Failure } from '#core/failure.ts'
import { validationFailure } from '#core/failure.ts'
import { parseWeek, weekId, weekOf } from '#core/editorial/week.ts'
import { draftBrief } from '#queries/draft-brief.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/authorize.ts'
import type { Reply } from '#http/routing/reply.ts'
import { redisplayForm, seeOther } from '#http/input/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { briefListQuery } from './input.ts'
import { briefsPage } from './pages/briefs.ts'
import type { BriefPorts } from './draft-page.ts'

export const renderBriefs = async (
  ports: BriefPorts,
  context: Context,
  { week: weekInput = null, failure = null }: { week?: string | null; failure?: Failure | null } = {},
): Promise<{ toString(): string }> => {
  const { published: justPublished = null } = readQuery(context, briefListQuery)
  const { briefs } = ports.store.private
  return briefsPage(ports, {
    editor: getCurrentEditor(context),
    drafts: await briefs.drafts(),
    published: await briefs.list(),
    thisWeek: weekOf(ports.clock.now()),
    justPublished,
    weekInput,
    failure,
  })
}

export const makeDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const weekInput = (fields.week ?? '').trim()
    return redisplayForm(
      async () => {
        const week = parseWeek(weekInput)
        if (week === null) throw validationFailure([{ path: 'week', message: 'must read like 2026-w47' }])
        const id = weekId(week)
        // If somebody else began the draft of that week, the editor goes on with it.
        const { private: read } = ports.store
        if ((await read.briefs.draft(id)) === null) {
          const brief = await draftBrief(read, { week, now: ports.clock.now() })
          await ports.run(saveBriefDraft, { brief, version: 0, actor: getCurrentActor(context) })
        }
        return seeOther(`/console/briefs/${id}`)
      },
      (failure) => renderBriefs(ports, context, { week: weekInput, failure }),
    )
  }
