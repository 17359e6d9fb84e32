import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { changeSource, type SourceChange, sourceChanges, watchSource } from '#actions/sources.ts'
import { Failure } from '#core/failure.ts'
import type { SourceDefinition } from '#core/sources/watched-source.ts'
import type { AddressChecker } from '#core/outbound.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, editorRoute, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { askAgainPage, isSure, withoutAnswer } from '#http/console/pages/ask-again.ts'
import { type FormBody, readFormBody } from '#http/input/body.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { sourceSchema } from '#schemas/source-schema.ts'
import { parseInput } from '#schemas/validate.ts'
import { type SourceForm, sourcesPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type SourcePorts = {
  store: Store
  run: RunAction
  clock: Clock
  site: LiveSite
  checkAddress: AddressChecker
}

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

const askToAdd = (
  ports: SourcePorts,
  context: Context,
  { source, from, sent }: { source: SourceDefinition; from: string | null; sent: FormBody['pairs'] },
): { toString(): string } =>
  askAgainPage(ports, {
    editor: getCurrentEditor(context),
    title: `Add the source ${source.name}`,
    consequence: `This server will then send requests to ${new URL(source.address).host} every ${source.everyMinutes} minutes, for papers ${from === null ? 'of all days' : `from ${from} on`}, and collect up to ${source.dailyCap} candidates a day.`,
    path: '/console/sources',
    label: 'Add the source',
    sent,
    back: '/console/sources',
  })

const add =
  (ports: SourcePorts) =>
  async (context: Context): Promise<Reply> => {
    const sent = await readFormBody(context)
    const fields = withoutAnswer(sent)
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))
    return redisplayForm(
      async () => {
        const described = parseInput(sourceSchema(ports.clock.now(), ports.checkAddress), given)
        if (!isSure(sent)) return page(200, askToAdd(ports, context, { ...described, sent: sent.pairs }))
        await ports.run(watchSource, { ...described, actor: getCurrentActor(context) })
        return seeOther('/console/sources')
      },
      (failure) => render(ports, context, { fields, failure }),
    )
  }

const change =
  ({ run }: SourcePorts, requested: SourceChange) =>
  async (context: Context): Promise<Reply> => {
    const given = context.req.param('id') ?? ''
    if (!/^[1-9]\d{0,8}$/u.test(given)) throw new Failure('not_found', `There is no source ${given}.`)
    await run(changeSource, { id: Number(given), change: requested, actor: getCurrentActor(context) })
    return seeOther('/console/sources')
  }

const changeSummaries: Record<SourceChange, string> = {
  pause: 'Pauses a source',
  resume: 'Resumes a paused source',
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
    needsConfirmation: true,
    method: 'post',
    path: '/console/sources',
    summary: 'Adds a source, once it was asked again',
    responses: { ...pageResponse, ...redirectResponse },
    handle: add(ports),
  },
  ...sourceChanges.map((requested): Route => ({
    ...adminRoute,
    method: 'post',
    path: `/console/sources/:id/${requested}`,
    summary: changeSummaries[requested],
    responses: redirectResponse,
    handle: change(ports, requested),
  })),
]
