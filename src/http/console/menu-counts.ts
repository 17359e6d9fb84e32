import { waitingKinds, type WaitingKind } from '#core/review/waiting.ts'
import { html, type Html } from '#html.ts'
import { HTML_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'

/** Beyond this the menu says that there are more: what it counts costs the same however many wait. */
const MOST = 99

const MARK = /<!--waiting (?<kinds>[a-z ]+)-->/gu

const isKind = (text: string): text is WaitingKind => waitingKinds.some((kind) => kind === text)

const badge = (count: number, kinds: readonly WaitingKind[]): Html | '' =>
  count === 0
    ? ''
    : html` <span class="count">${count > MOST ? `${MOST}+` : count}<span class="unseen"> ${kinds.includes('emails') ? 'not delivered' : 'waiting'}</span></span>`

const fill = async (reply: Reply, store: Store): Promise<Reply> => {
  if (reply.type !== HTML_TYPE || !reply.body.includes('<!--waiting ')) return reply
  const counts = await store.private.waiting.counts(MOST + 1)
  const body = reply.body.replaceAll(MARK, (_mark, named: string) => {
    const kinds = named.split(' ').filter(isKind)
    const count = kinds.reduce((total, kind) => total + counts[kind], 0)
    return badge(count, kinds).toString()
  })
  return { ...reply, body }
}

/**
 * The same route, with numbers in place of the marks that the menu leaves (`pages/frame.ts`). They are read after the handler, so that
 * they count what it has changed. Pages of failures keep their marks, which are comments.
 */
export const withMenuCounts =
  ({ store }: { store: Store }) =>
  (route: Route): Route => ({ ...route, handle: async (context) => fill(await route.handle(context), store) })
