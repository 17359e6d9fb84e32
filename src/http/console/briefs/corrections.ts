import type { Context } from 'hono'
import { correctBrief } from '#actions/editorial/briefs.ts'
import type { Failure } from '#core/failure.ts'
import { correctionInput } from '#edited/brief-drafts.ts'
import type { Html } from '#html.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { renderLinkedTexts } from '#queries/rendered-texts.ts'
import { parseInput } from '#schemas/validate.ts'
import { type BriefPorts, findBriefOrDraft } from './mailing.ts'
import { correctionsPage } from './pages/corrections.ts'

type Given = { saved?: boolean; typed?: string; failure?: Failure | null }

const draw = async (
  ports: BriefPorts,
  context: Context,
  { saved = false, typed = '', failure = null }: Given = {},
): Promise<Html> => {
  const { briefs, related } = ports.store.private
  const { brief, isPublished } = await findBriefOrDraft(ports, pathId(context))
  const corrections = (await briefs.corrections([brief.id])).get(brief.id) ?? []
  const texts = corrections.map(({ text }) => text)
  const markupOf = await renderLinkedTexts({ ...ports, related }, texts)
  const editor = getCurrentEditor(context)
  return correctionsPage(ports, { editor, brief, isPublished, corrections, markupOf, saved, typed, failure })
}

const add =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { text: typed = '' } = (await readFormBody(context)).fields
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const { text } = parseInput(correctionInput, { text: typed })
        await ports.run(correctBrief, { id, text, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs/${id}/corrections?saved=yes`)
      },
      (failure) => draw(ports, context, { typed, failure }),
    )
  }

export const correctionRoutes = (ports: BriefPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/corrections',
    summary: 'The corrections under a published brief, and the form of another one',
    query: savedQuery,
    responses: pageResponse,
    handle: async (context) =>
      page(200, await draw(ports, context, { saved: readQuery(context, savedQuery).saved !== undefined })),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/corrections',
    summary: 'Adds a correction under a published brief',
    responses: redirectResponse,
    handle: add(ports),
  },
]
