import type { RunAction } from '#actions/run-action.ts'
import { setHub } from '#actions/webhooks/set-hub.ts'
import type { Store } from '#ports/store/store.ts'

/** Makes the hub of the configuration the one that is told of changes; most starts find it so and write nothing. */
export const keepHub = async (
  { store, run }: { store: Pick<Store, 'private'>; run: RunAction },
  url: string | null,
): Promise<void> => {
  const hubs = (await store.private.webhooks.list()).filter(({ kind }) => kind === 'hub').map((hub) => hub.url)
  if (hubs.join() !== (url ?? '')) await run(setHub, { url })
}
