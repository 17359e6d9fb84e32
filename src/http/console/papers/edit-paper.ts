import { evidenceNotice } from '#http/console/evidence/pages.ts'
import { examineForEditor } from '#http/console/evidence/present.ts'
import type { Context } from 'hono'
import { dropFormDraft } from '#actions/form-drafts.ts'
import { editPaper } from '#actions/papers.ts'
import type { RunAction } from '#actions/run-action.ts'
import { actorNames, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { type FieldChange, paperDiff } from '#core/papers/paper-diff.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { unsureFieldsIn } from '#core/review/checks.ts'
import { isInReview, type Submission } from '#core/review/submission.ts'
import { html, type Html } from '#html.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { type Conflict, conflictNote, editPage, type EditView } from '#http/console/papers/pages/edit.ts'
import { findShownProvenance } from '#http/console/pages/provenance.ts'
import { formVersion, PAPER_FORM_BYTES, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { checkEdit } from '#queries/check-paper.ts'
import { renderCitingDrafts } from '#queries/rendered-texts.ts'
import { type ParsedPaper, parsePaper } from '#schemas/paper-schema.ts'
import type { Validated } from '#schemas/validate.ts'
import { confirmedFields, type PaperFormValues, toPaperFormValues, toPaperInput } from './input.ts'
import type { LiveSite } from '#ports/site.ts'

export type PapersPorts = {
  store: Store
  markdown: MarkdownRenderer
  clock: Clock
  run: RunAction
  site: LiveSite
}

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
  /** The submitted fields; left out if the form shows the stored paper. */
  values?: PaperFormValues
  validated?: Validated<ParsedPaper>
  failure?: Failure | undefined
  saved?: boolean
}

/** The form with the stored paper, or with what was submitted. */
export const editView = ({ editor, stored, values, validated, failure, saved = false }: EditInput): EditView => {
  const { paper, submission } = stored
  const errors = validated?.ok === false ? validated.errors : (failure?.details ?? [])
  return {
    editor,
    stored: paper,
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

export const renderEditPage = async (ports: PapersPorts, view: EditView, notice?: Html): Promise<Html> => {
  const commentary = view.preview?.commentary ?? null
  const reader = ports.store.private
  const markupOf = await renderCitingDrafts(
    { ...ports, related: reader.related },
    commentary === null ? [] : [commentary],
  )
  const { id, state } = view.submission
  const waiting = isInReview(state) ? view.stored : null
  const examined = view.isUnsaved || commentary === null ? null : await examineForEditor(ports, [commentary], waiting)
  const files = await reader.files.getByPaper(id)
  const report = isInReview(state) ? ((await reader.queue.find(id))?.checkReport ?? null) : null
  const provenance = await findShownProvenance(reader, view.stored)
  const chapters = await reader.chapters.names()
  return editPage(
    ports,
    {
      ...view,
      words: ports.site.current(),
      markupOf,
      files,
      unsure: unsureFieldsIn(report),
      provenance,
      publicProvenance: (await reader.papers.provenance([id])).get(id) ?? {},
      chapters,
    },
    html`${notice}${examined !== null && evidenceNotice(examined)}${commentary !== null && html`<p><a href="/console/papers/${id}/evidence">What the commentary rests on</a></p>`}`,
  )
}

/** Three-way merge: theirs if only they changed a field, otherwise this editor's value. */
const mergeChanges = (typed: PaperWithText, current: PaperWithText, ours: readonly FieldChange[]): PaperWithText => {
  const own = new Set<string>(ours.map(({ field }) => field))
  return Object.fromEntries(
    Object.keys(typed).map((name) => {
      const key = name as keyof PaperWithText
      return [key, own.has(key) ? typed[key] : current[key]]
    }),
  ) as PaperWithText
}

/** Both sets of changes since the version that the form started from, and a form with both, based on the current version. */
const conflictView = async (
  ports: PapersPorts,
  { editor, id, fields, typed }: { editor: Editor; id: string; fields: PaperFormValues; typed: PaperWithText },
): Promise<{ view: EditView; conflict: Conflict }> => {
  const reader = ports.store.private
  const stored = await getStoredPaper(ports, id)
  const base = (await reader.versions.find(id, formVersion(fields)))?.paper ?? stored.paper
  const ours = paperDiff(base, typed)
  const [last] = await reader.versions.list(id)
  const nameOf = actorNames(await reader.editors.list())
  const merged = mergeChanges(typed, stored.paper, ours)
  const view = editView({
    editor,
    stored,
    values: { ...toPaperFormValues(merged), version: String(stored.submission.version) },
    validated: { ok: true, value: { paper: merged, ignored: [] } },
  })
  const changedBy = last === undefined ? 'Somebody' : nameOf(last.actor)
  const changedAt = last?.at ?? stored.submission.updatedAt
  return { view, conflict: { changedBy, changedAt, theirs: paperDiff(base, stored.paper), ours } }
}

export const showPaperForm =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const stored = await getStoredPaper(ports, pathId(context))
    const view = editView({ editor: getCurrentEditor(context), stored, saved: saved !== undefined })
    return page(200, await renderEditPage(ports, view))
  }

/** Shows the form again with every error and the preview; stores nothing. */
export const previewPaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields: values } = await readFormBody(context, PAPER_FORM_BYTES)
    const id = pathId(context)
    const stored = await getStoredPaper(ports, id)
    const validated = parsePaper(toPaperInput(id, values), ports.clock.now())
    return page(
      200,
      await renderEditPage(ports, editView({ editor: getCurrentEditor(context), stored, values, validated })),
    )
  }

export const savePaper =
  (ports: PapersPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, PAPER_FORM_BYTES)
    const { fields: values } = form
    const id = pathId(context)
    const editor = getCurrentEditor(context)
    const now = ports.clock.now()
    const validated = parsePaper(toPaperInput(id, values), now)
    const redisplay = async (failure?: Failure) =>
      renderEditPage(ports, editView({ editor, stored: await getStoredPaper(ports, id), values, validated, failure }))
    if (!validated.ok) return page(400, await redisplay())
    const { paper } = validated.value
    return redisplayForm(
      async () => {
        const confirmed = confirmedFields(form.getAll('confirmed'))
        const checked = await checkEdit(ports.store.private, { paper, now, confirmed })
        const edit = { paper, version: formVersion(values), actor: getCurrentActor(context), ...checked }
        const version = await ports.run(editPaper, edit)
        await ports.run(dropFormDraft, { editorId: editor.id, form: `papers/${id}` })
        return seeOther(`/console/papers/${id}/edit?saved=${version}`)
      },
      async (failure) => {
        if (failure.code !== 'stale') return redisplay(failure)
        const { view, conflict } = await conflictView(ports, { editor, id, fields: values, typed: paper })
        return renderEditPage(ports, { ...view, error: failure.message }, conflictNote(conflict, ports.site.current()))
      },
    )
  }
