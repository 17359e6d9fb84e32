import { getCurrentEditor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { page, type Reply } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import { readQuery } from '#http/input/query.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { gapsPage } from './pages/gaps.ts'
import { getGap, gapFormValues, EMPTY_GAP, renderGap, type GapPorts } from './gap-form.ts'

export const showGaps =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, gapsPage(ports, { editor: getCurrentEditor(context), gaps: await ports.store.private.gaps.list(null) }))

export const showNewGap =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await renderGap(ports, context, { id: null, version: 0, values: EMPTY_GAP, isUnsaved: false }))

export const showGapForm =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const gap = await getGap(ports, pathId(context))
    const { id, version } = gap
    return page(
      200,
      await renderGap(ports, context, {
        id,
        version,
        values: gapFormValues(gap),
        saved: saved !== undefined,
        isUnsaved: false,
      }),
    )
  }
