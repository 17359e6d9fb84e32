import type { FormDraft, OtherAuthor } from '#core/editorial/form-draft.ts'

export type FormDraftReader = {
  find(editorId: string, form: string): Promise<FormDraft | null>
  /** The other editors whose drafts of this form were saved after `after`, first the one who began first. */
  listOthers(editorId: string, form: string, after: string): Promise<OtherAuthor[]>
}

export type FormDraftWriter = {
  put(editorId: string, draft: FormDraft): Promise<void>
  remove(editorId: string, form: string): Promise<void>
  /** Removes all but the newest drafts of an editor. */
  keepNewest(editorId: string, most: number): Promise<void>
  /** Removes the drafts that were last saved before this instant. */
  prune(before: string): Promise<void>
}
