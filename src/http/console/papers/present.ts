import type { Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { ParsedPaper } from '#schemas/paper-schema.ts'
import { formVersion } from '#http/input/form-body.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Submission } from '#core/review/submission.ts'
import type { Validated } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { toPaperFormValues, type PaperFormValues } from './input.ts'
import type { Html } from '#html.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { renderTexts } from '#queries/render-kept-texts.ts'
import { editPage, type EditView } from './pages/edit.ts'

export type PapersPorts = { store: Store; markdown: MarkdownRenderer; clock: Clock; run: RunAction; houseName: string }

export type StoredPaper = { paper: PaperWithText; submission: Submission }

export const getStoredPaper = async ({ store }: PapersPorts, id: string): Promise<StoredPaper> => {
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const submission = await store.private.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

type EditInput = {
  editor: Editor
  stored: StoredPaper
  /** The submitted fields; absent when the form shows the stored paper. */
  values?: PaperFormValues
  validated?: Validated<ParsedPaper>
  failure?: Failure | undefined
  saved?: boolean
}

/** The form with the stored paper, or as it was submitted. */
export const editView = ({ editor, stored, values, validated, failure, saved = false }: EditInput): EditView => {
  const { paper, submission } = stored
  const errors = validated?.ok === false ? validated.errors : (failure?.details ?? [])
  return {
    editor,
    submission,
    version: values === undefined ? submission.version : formVersion(values),
    values: values ?? toPaperFormValues(paper),
    errors,
    preview: validated === undefined ? paper : validated.ok ? validated.value.paper : null,
    error: failure?.message ?? null,
    saved,
    isUnsaved: values !== undefined,
  }
}

/** The page of that form, with the commentary as readers see it. */
export const renderEditPage = async (ports: PapersPorts, view: EditView, notice?: Html): Promise<Html> => {
  const commentary = view.preview?.commentary ?? null
  const markupOf = await renderTexts(ports.markdown, commentary === null ? [] : [commentary])
  const files = await ports.store.private.files.ofPaper(view.submission.id)
  return editPage(ports, { ...view, markupOf, files }, notice)
}
