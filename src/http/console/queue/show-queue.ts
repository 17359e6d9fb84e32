import type { Cursors } from '#http/paging/signed-cursors.ts'
import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { includesRole } from '#core/access/editor.ts'
import type { SuggestAssessment } from '#queries/assessment/suggest-assessment.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { readQuery } from '#http/input/query.ts'
import { toQueueFilter, toQueueOrder, queueQuery } from './input.ts'
import { queuePage } from './pages/queue.ts'
import { queueContext, type QueueContextPorts } from './present.ts'

export type QueuePorts = QueueContextPorts & { run: RunAction; cursors: Cursors; suggestAssessment: SuggestAssessment }

const PAGE_SIZE = 50

export const showQueue =
  (ports: QueuePorts) =>
  async (context: Context): Promise<Reply> => {
    const { cursor, ...place } = readQuery(context, queueQuery)
    const { queue } = ports.store.private
    const [filter, order] = [toQueueFilter(place), toQueueOrder(place)]
    const question = `console queue ${JSON.stringify([order, filter])}`
    const after = ports.cursors.read(question, cursor)
    const { papers, next } = await queue.list(filter, { order, after, limit: PAGE_SIZE })
    const frame = await queueContext(ports, context, place)
    const total = await queue.count(filter)
    const isEditor = includesRole(frame.editor.role, 'editor')
    const canAcceptAll = place.state === 'pending' && total > 1 && isEditor
    const proposed = isEditor ? await ports.store.private.imports.countOpenProposals() : 0
    const nextCursor = next === null ? null : ports.cursors.sign(question, next)
    return page(200, queuePage(frame, { papers, total, next: nextCursor, canAcceptAll, proposed }))
  }
