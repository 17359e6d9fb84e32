import type { Context } from 'hono'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import type { Answer } from '#http/routing/reply.ts'
import { seeOther } from '#http/input/redisplay-form.ts'
import { placeSearch, type Place } from './input.ts'
import type { QueueFrame } from './pages/queue.ts'
import type { Undoable } from './pages/undo-bar.ts'

export type FramePorts = { store: Store; clock: Clock; houseName: string }

const UNDO_SHOWN = 3

/** What this editor decided a moment ago; the papers of one click are one entry. */
const undoableOf = async ({ store }: FramePorts, actor: string, now: Date): Promise<Undoable[]> => {
  const { decisions } = store.read
  const made = (await decisions.listByActor(actor, UNDO_SHOWN)).filter(({ dueAt }) => dueAt > now.toISOString())
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

/** What every page of the queue stands in. */
export const frameOf = async (ports: FramePorts, context: Context, place: Place): Promise<QueueFrame> => {
  const now = ports.clock.now()
  const undoable = await undoableOf(ports, actorOf(context), now)
  return { houseName: ports.houseName, editor: editorOf(context), place, undoable, now }
}

/** Where an editor goes on after one paper is dealt with. */
export const goOn = (next: string | null, place: Place): Answer =>
  seeOther(`/console/queue${next === null ? '' : `/${next}`}${placeSearch(place)}`)
