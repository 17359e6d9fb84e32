import { getCurrentEditor, getCurrentActor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import { revertPaper } from '#actions/papers/revert-paper.ts'
import { actorNames } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff } from '#core/papers/paper-diff.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import { getStoredPaper, type PapersPorts } from './present.ts'
import { versionsQuery } from './input.ts'
import { versionsPage } from './pages/versions.ts'

export const showVersions =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { from, to } = readQuery(context, versionsQuery)
    const id = pathId(context)
    const reader = ports.store.private
    const { submission } = await getStoredPaper(ports, id)
    const before = from === undefined ? null : await reader.versions.find(id, from)
    const after = to === undefined ? null : await reader.versions.find(id, to)
    if ((from !== undefined && before === null) || (to !== undefined && after === null))
      throw new Failure('not_found', `The paper ${id} has no such version.`)
    const compared =
      before === null || after === null
        ? null
        : { from: before.version, to: after.version, changes: paperDiff(before.paper, after.paper) }
    const shown = await reader.versions.list(id)
    const nameOf = actorNames(await reader.editors.list())
    const canRestore = submission.state !== 'merged'
    const view = { editor: getCurrentEditor(context), id, versions: shown, nameOf, compared, canRestore }
    return page(200, versionsPage(ports, view))
  }

export const restoreVersion =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const restored = Number(fields.restored ?? '')
    if (!Number.isSafeInteger(restored)) throw new Failure('not_found', `The paper ${id} has no such version.`)
    const version = await ports.run(revertPaper, {
      id,
      restored,
      version: formVersion(fields),
      actor: getCurrentActor(context),
    })
    return seeOther(`/console/papers/${id}/edit?saved=${version}`)
  }
