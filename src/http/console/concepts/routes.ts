import type { Context } from 'hono'
import { z } from 'zod'
import { mergeConcepts } from '#actions/editorial/concepts.ts'
import type { RunAction } from '#actions/run-action.ts'
import { fold } from '#core/text/tokenize.ts'
import { editedConcepts } from '#edited/concepts.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { conceptPage, conceptsPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

type ConceptPorts = { store: Store; run: RunAction; site: LiveSite }

const conceptListQuery = z.strictObject({ q: z.string().max(200).optional() })

const list =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { q = '' } = readQuery(context, conceptListQuery)
    const wanted = fold(q.trim())
    const found = (await ports.store.private.concepts.listAll()).filter(({ name }) => fold(name).includes(wanted))
    return page(200, conceptsPage(ports, { editor: getCurrentEditor(context), concepts: found, q }))
  }

const conceptForm = (ports: ConceptPorts, into = '') =>
  editedForm(ports, editedConcepts, {
    path: '/console/concepts',
    draw: async (form) => {
      const others = (await ports.store.private.concepts.listAll()).filter(({ id }) => id !== form.stored.id)
      return conceptPage(ports, { form, others, into })
    },
  })

const merge =
  (ports: ConceptPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const into = (fields.into ?? '').trim()
    const id = pathId(context)
    return redisplayForm(
      async () => {
        await ports.run(mergeConcepts, { id, into, version: null, actor: getCurrentActor(context) })
        return seeOther(`/console/concepts/${into}?saved=merge`)
      },
      async (failure) => {
        const stored = await editedConcepts.get(ports.store.private, id)
        return conceptForm(ports, into).render(context, { stored, failure })
      },
    )
  }

export const conceptRoutes = (ports: ConceptPorts): Route[] => {
  const form = conceptForm(ports)
  return [
    {
      ...editorRoute,
      method: 'get',
      path: '/console/concepts',
      summary: 'Every concept',
      query: conceptListQuery,
      responses: pageResponse,
      handle: list(ports),
    },
    form.show({ path: '/console/concepts/:id', summary: 'The form of a concept' }),
    form.save({ path: '/console/concepts/:id', summary: 'Names and defines a concept' }),
    {
      ...editorRoute,
      method: 'post',
      path: '/console/concepts/:id/merge',
      summary: 'Merges a concept into another',
      responses: redirectResponse,
      handle: merge(ports),
    },
  ]
}
