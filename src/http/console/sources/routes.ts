import type { Context } from 'hono'
import { changeSource, sourceChanges, type SourceChange } from '#actions/sources/change-source.ts'
import { watchSource } from '#actions/sources/watch-source.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { adminRoute, editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { sourceSchema } from '#schemas/source-schema.ts'
import { parseInput } from '#schemas/validate.ts'
import { sourcesPage, type SourceForm } from './pages/sources.ts'

export type SourcePorts = { store: Store; run: RunAction; clock: Clock; houseName: string }

const RUNS_SHOWN = 3

const render = async (ports: SourcePorts, context: Context, form: SourceForm): Promise<{ toString(): string }> => {
  const reader = ports.store.private.sources
  const sources = await reader.list()
  const watched = await Promise.all(
    sources.map(async (source) => ({ source, runs: await reader.runs(source.id, RUNS_SHOWN) })),
  )
  return sourcesPage(ports, { editor: getCurrentEditor(context), watched, form })
}

const show =
  (ports: SourcePorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await render(ports, context, { fields: {}, failure: null }))

const add =
  (ports: SourcePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))
    return redisplayForm(
      async () => {
        const described = parseInput(sourceSchema(ports.clock.now()), given)
        await ports.run(watchSource, { ...described, actor: getCurrentActor(context) })
        return seeOther('/console/sources')
      },
      (failure) => render(ports, context, { fields, failure }),
    )
  }

const change =
  ({ run }: SourcePorts, made: SourceChange) =>
  async (context: Context): Promise<Reply> => {
    const given = context.req.param('id') ?? ''
    if (!/^[1-9]\d{0,8}$/u.test(given)) throw new Failure('not_found', `There is no source ${given}.`)
    await run(changeSource, { id: Number(given), change: made, actor: getCurrentActor(context) })
    return seeOther('/console/sources')
  }

const done: Record<SourceChange, string> = {
  pause: 'Asks a source no more for now',
  resume: 'Asks a paused source again',
  remove: 'Removes a source',
}

export const sourceRoutes = (ports: SourcePorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/sources',
    summary: 'Watched sources with their last runs',
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/sources',
    summary: 'Adds a source',
    responses: redirectResponse,
    handle: add(ports),
  },
  ...sourceChanges.map((made): Route => ({
    ...adminRoute,
    method: 'post',
    path: `/console/sources/:id/${made}`,
    summary: done[made],
    responses: redirectResponse,
    handle: change(ports, made),
  })),
]
