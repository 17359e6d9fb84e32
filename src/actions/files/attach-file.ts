import type { ActionContext } from '#actions/run-action.ts'
import { fileName, type PaperFile } from '#core/files/held-file.ts'

type AttachFileInput = Pick<PaperFile, 'sha256' | 'bytes' | 'name'> & { paperId: string; actor: string }

/** Makes a file that is kept the newest one of a paper of any state. Throws `not_found`, and `unavailable` for a file that is gone. */
export const attachFile = async (
  tx: ActionContext,
  { paperId, sha256, bytes, name, actor }: AttachFileInput,
): Promise<void> => {
  const at = tx.now.toISOString()
  const file = { sha256, name: fileName(name), addedAt: at, addedBy: actor }
  await tx.files.attach(paperId, file)
  const after = { sha256, bytes, name: file.name }
  await tx.audit.record({ at, actor, act: 'file.add', subject: paperId, before: null, after })
}
