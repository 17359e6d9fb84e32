import type { Context } from 'hono'
import { acceptAllLater } from '#actions/decide-later.ts'
import type { Failure } from '#core/failure.ts'
import type { Ids } from '#ports/ids.ts'
import { actorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { filterOf } from '#http/console/queue/input.ts'
import { frameOf, goOn, type FramePorts } from '#http/console/queue/present.ts'
import { acceptAllForm, acceptAllQuery } from './input.ts'
import { acceptAllPage } from './pages/accept-all.ts'

export type ManyPorts = FramePorts & { ids: Ids }

const askAcceptAll =
  (ports: ManyPorts) =>
  async (context: Context): Promise<Answer> => {
    const { maxRisk, ...place } = readQuery(context, acceptAllQuery)
    const count = await ports.store.read.queue.count({ ...filterOf(place), state: 'pending', maxRisk })
    const frame = await frameOf(ports, context, place)
    return page(200, acceptAllPage(frame, { count, maxRisk, note: '', trouble: null }))
  }

const acceptAll =
  (ports: ManyPorts) =>
  async (context: Context): Promise<Answer> => {
    const { maxRisk, ...place } = readQuery(context, acceptAllQuery)
    const { fields } = await readForm(context)
    const filter = { ...filterOf(place), maxRisk }
    const frame = await frameOf(ports, context, place)
    const again = async ({ message }: Failure) => {
      const count = await ports.store.read.queue.count({ ...filter, state: 'pending' })
      return acceptAllPage(frame, { count, maxRisk, note: fields.note ?? '', trouble: message })
    }
    return orFormAgain(async () => {
      const { note, count } = checkFields(acceptAllForm, fields)
      await acceptAllLater(ports, { filter, note, count, actor: actorOf(context) })
      return goOn(null, place)
    }, again)
  }

const inConsole = { access: 'editor', path: '/console/accept-all', caching: 'none', anyOrigin: false } as const

export const manyRoutes = (ports: ManyPorts): Route[] => [
  {
    ...inConsole,
    method: 'get',
    summary: 'Asks whether to accept everything that a filter finds; changes nothing',
    query: acceptAllQuery,
    answers: { 200: { description: 'The page.', type: HTML_TYPE } },
    handle: askAcceptAll(ports),
  },
  {
    ...inConsole,
    method: 'post',
    summary: 'Accepts everything that a filter finds, with half a minute to undo it',
    query: acceptAllQuery,
    answers: {
      303: { description: 'Done; where to go on.' },
      400: { description: 'Something typed is wrong.', type: HTML_TYPE },
    },
    handle: acceptAll(ports),
  },
]
