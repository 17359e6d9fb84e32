import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { PDF_TYPE } from '#core/files/held-file.ts'

type AnnounceFileInput = {
  sha256: string
  bytes: number
  /** What all files together may take, in bytes. */
  quota: number
  actor: string
}

/**
 * Notes a file that has come in, before it is kept: from now on the job that removes unused files knows of it. Whether the
 * library did not hold it already. Throws `storage_full` where it would take more than the quota leaves.
 */
export const announceFile = async (
  tx: ActionContext,
  { sha256, bytes, quota, actor }: AnnounceFileInput,
): Promise<boolean> => {
  const { bytes: held } = await tx.files.usage()
  const createdAt = tx.now.toISOString()
  const isNew = await tx.files.announce({ sha256, bytes, mediaType: PDF_TYPE, createdAt, createdBy: actor })
  if (isNew && held + bytes > quota)
    throw new Failure(
      'storage_full',
      `The files take ${held} bytes of at most ${quota}, which leaves no room for ${bytes}: an operator can raise FILES_QUOTA or remove files.`,
    )
  return isNew
}
