import type { ActionContext } from '#actions/run-action.ts'

/**
 * Makes the hub of the configuration the one that is told of changes, from now on; null for none. One that is there already
 * stays as it is, also paused.
 */
export const setHub = async (tx: ActionContext, { url }: { url: string | null }): Promise<void> => {
  const known = (await tx.webhooks.list()).filter(({ kind }) => kind === 'hub')
  for (const hub of known) if (hub.url !== url) await tx.webhooks.remove(hub.id)
  if (url === null || known.some((hub) => hub.url === url)) return
  await tx.webhooks.add({
    kind: 'hub',
    url,
    description: 'Passes the feeds on (WEBSUB_HUB).',
    events: [],
    secret: null,
    position: await tx.webhooks.positionBefore(null),
    addedBy: 'WEBSUB_HUB',
    at: tx.now.toISOString(),
  })
}
