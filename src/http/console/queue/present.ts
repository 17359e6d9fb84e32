import type { Context } from 'hono'
import type { Clock } from '#ports/clock.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { type Reply, seeOther } from '#http/routing/reply.ts'
import { queueSearchParams, type QueueSelection } from './input.ts'
import type { QueueContext } from './pages/queue.ts'
import type { UndoableDecision } from './pages/undo-bar.ts'

export type QueueContextPorts = { store: Store; markdown: MarkdownRenderer; clock: Clock; houseName: string }

const MAX_UNDO_SHOWN = 3

/** The decisions that this editor can still undo; a bulk decision is one entry. */
const findUndoable = async ({ store }: QueueContextPorts, actor: string, now: Date): Promise<UndoableDecision[]> => {
  const { decisions } = store.private
  const made = (await decisions.listByActor(actor, MAX_UNDO_SHOWN)).filter(({ dueAt }) => dueAt > now.toISOString())
  const clicks = made.filter(
    ({ batch }, index) => batch === null || made.findIndex((other) => other.batch === batch) === index,
  )
  return Promise.all(
    clicks.map(async (click) => ({
      ...click,
      count: click.batch === null ? 1 : await decisions.countBatch(click.batch),
    })),
  )
}

/** What every page of the queue needs. */
export const queueContext = async (
  ports: QueueContextPorts,
  context: Context,
  selection: QueueSelection,
): Promise<QueueContext> => {
  const now = ports.clock.now()
  const undoable = await findUndoable(ports, getCurrentActor(context), now)
  return { houseName: ports.houseName, editor: getCurrentEditor(context), selection, undoable, now }
}

/** Where an editor goes on after deciding on a paper. */
export const redirectToQueue = (next: string | null, place: QueueSelection): Reply =>
  seeOther(`/console/queue${next === null ? '' : `/${next}`}${queueSearchParams(place)}`)
