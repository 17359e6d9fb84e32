import type { ActionContext } from './run-action.ts'
import { Failure } from '#core/failure.ts'
import { PDF_TYPE, fileName, type PaperFile, type FilePermission } from '#core/files.ts'
import { retentionCutoff } from '#core/retention.ts'

type AnnounceFileInput = {
  sha256: string
  bytes: number
  /** The limit for all files together, in bytes. */
  quota: number
  actor: string
}

/**
 * Registers an uploaded file before it is stored, so that the job that removes unused files knows about it. Returns whether it
 * is new to the library. Throws `storage_full` if it would exceed the quota.
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
      `The files use ${held} of ${quota} bytes, which leaves no room for another ${bytes}: an operator can raise FILES_QUOTA or remove files.`,
    )
  return isNew
}

type AttachFileInput = Pick<PaperFile, 'sha256' | 'bytes' | 'name'> & { paperId: string; actor: string }

/** Attaches a stored file as the newest one of a paper in any state. Throws `not_found`, and `unavailable` if the file is gone. */
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

type PermitFilesInput = {
  paperId: string
  /** Null: the licence decides. */
  permission: FilePermission | null
  actor: string
}

/** Sets whether everybody may download the files of a paper while it is public. Throws `not_found`. */
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

/** Detaches a file from a paper. If no other paper has it, a job deletes it after some days. Throws `not_found`. */
export const detachFile = async (
  tx: ActionContext,
  { paperId, sha256, actor }: { paperId: string; sha256: string; actor: string },
): Promise<void> => {
  const at = tx.now.toISOString()
  await tx.files.detach(paperId, sha256, at)
  await tx.audit.record({ at, actor, act: 'file.remove', subject: paperId, before: { sha256 }, after: null })
}

/**
 * Up to `limit` files that have been unused for too long; nothing may reference them from now on. The caller deletes their
 * content, then their records.
 */
export const takeUnusedFiles = async (tx: ActionContext, limit: number): Promise<string[]> => {
  await tx.files.markUnused(tx.now.toISOString())
  return tx.files.claimUnused(retentionCutoff('unusedFile', tx.now), limit)
}
