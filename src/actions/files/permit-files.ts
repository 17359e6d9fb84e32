import type { ActionContext } from '#actions/run-action.ts'
import type { FilePermission } from '#core/files/held-file.ts'

type PermitFilesInput = {
  paperId: string
  /** Null leaves it to the licence. */
  permission: FilePermission | null
  actor: string
}

/** Says whether anybody may get the files of a paper while it is public. Throws `not_found`. */
export const permitFiles = async (
  tx: ActionContext,
  { paperId, permission, actor }: PermitFilesInput,
): Promise<void> => {
  const at = tx.now.toISOString()
  const before = await tx.files.permit(paperId, permission, at)
  if (before === permission) return
  await tx.audit.record({
    at,
    actor,
    act: 'file.permit',
    subject: paperId,
    before: { permission: before },
    after: { permission },
  })
}
