import type { RunAction } from '#actions/run-action.ts'
import { setHub } from '#actions/webhooks/set-hub.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from '#jobs/run-jobs.ts'

type Ports = { store: Pick<Store, 'private'>; run: RunAction }

/** Makes the hub of the configuration the one that is told of changes; most starts find it so and write nothing. */
export const keepHub = async ({ store, run }: Ports, url: string | null): Promise<void> => {
  const hubs = (await store.private.webhooks.list()).filter(({ kind }) => kind === 'hub').map((hub) => hub.url)
  if (hubs.join() !== (url ?? '')) await run(setHub, { url })
}

/** Does so once; a start does not wait for it, and a database that is busy is asked again. */
export const keepHubJob = (ports: Ports, url: string | null): Job => {
  let isKept = false
  return {
    name: 'keep-hub',
    everySeconds: 60,
    run: async () => {
      if (!isKept) await keepHub(ports, url)
      isKept = true
      return { more: false }
    },
  }
}
