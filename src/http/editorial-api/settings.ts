import type { Context } from 'hono'
import { z } from 'zod'
import { editSettings } from '#actions/editorial/settings.ts'
import { Failure } from '#core/failure.ts'
import { type CurrentSettings, presentSettings, readSettings, settingsInput, settingsOutput } from '#edited/settings.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import { type EditingPorts, versionedJson, versionedResource } from './versioned-resource.ts'

const PATH = '/api/editorial/settings'

const present = (current: CurrentSettings) => ({
  success: true,
  settings: presentSettings(current),
  version: current.version,
})

/** Chapters can change without a new version of the settings, so the digest in the ETag is compared, too. */
const assertUnchanged = (context: Context, current: CurrentSettings): void => {
  const given = context.req.header('if-match')?.trim() ?? ''
  const { ETag } = versionedJson(200, present(current), { version: current.version }).headers
  if (given.includes('-') && given !== ETag)
    throw new Failure(
      'stale',
      'The settings or the chapters have been changed in the meantime. Review the changes and save again.',
      { members: { version: current.version } },
    )
}

export const settingsRoutes = (ports: EditingPorts & { site: LiveSite }): Route[] => {
  const read = () => readSettings(ports.store.private, ports.site.defaults)
  const routes = versionedResource<CurrentSettings>(ports, {
    noun: 'object of settings',
    schema: z.strictObject({ success: z.literal(true), settings: settingsOutput, version: z.int() }),
    scope: 'review',
    notFound: {},
    get: read,
    versionOf: ({ version }) => version,
    present,
  })
  return [
    routes.show({
      path: PATH,
      summary: 'Name, looks, chapters and words of the library, with defaults for what is not set',
    }),
    routes.edit({
      method: 'put',
      path: PATH,
      summary: 'Replace the settings of the library; what is null or missing gets its default',
      input: settingsInput,
      failures: { 409: { description: 'A chapter that has papers was left out; nothing was changed.' } },
      edit: async (context, { input, version, actor }) => {
        const current = await read()
        assertUnchanged(context, current)
        const { defaults } = ports.site
        // The chapters that the digest was compared with are compared once more within the transaction.
        const seen = version === null ? null : current.chapters
        await ports.run(editSettings, { ...input, seen, defaults, version, actor })
      },
    }),
  ]
}
