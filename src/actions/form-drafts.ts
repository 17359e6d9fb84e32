import {
  type FormDraft,
  isAboutNewRecord,
  MAX_DRAFT_BYTES,
  MAX_DRAFTS,
  type OtherAuthor,
  typingSince,
} from '#core/editorial/form-draft.ts'
import { Failure } from '#core/failure.ts'
import type { ActionContext } from './run-action.ts'

/**
 * Keeps what an editor has typed until it is saved; returns when, and who else is typing into the same form. The audit log
 * has no drafts: nothing has been done yet. Throws `too_large`.
 */
export const keepFormDraft = async (
  tx: ActionContext,
  { editorId, draft }: { editorId: string; draft: Pick<FormDraft, 'form' | 'version' | 'fields'> },
): Promise<{ savedAt: string; others: OtherAuthor[] }> => {
  if (Buffer.byteLength(JSON.stringify(draft.fields)) > MAX_DRAFT_BYTES)
    throw new Failure('too_large', `A draft has at most ${MAX_DRAFT_BYTES} bytes; save the form to keep this text.`)
  const savedAt = tx.now.toISOString()
  const recent = typingSince(tx.now)
  const before = await tx.formDrafts.find(editorId, draft.form)
  const beganAt = before !== null && before.savedAt > recent ? before.beganAt : savedAt
  await tx.formDrafts.put(editorId, { ...draft, beganAt, savedAt })
  if (before === null) await tx.formDrafts.keepNewest(editorId, MAX_DRAFTS)
  const others = isAboutNewRecord(draft.form) ? [] : await tx.formDrafts.listOthers(editorId, draft.form, recent)
  return { savedAt, others }
}

/** Removes a draft that was saved as a version, or that its author does not want. */
export const dropFormDraft = (
  tx: ActionContext,
  { editorId, form }: { editorId: string; form: string },
): Promise<void> => tx.formDrafts.remove(editorId, form)
