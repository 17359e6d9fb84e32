import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { severities } from '#core/editorial/gap.ts'
import { html, type Html } from '#html.ts'
import type { GapSummary } from '#ports/store/editorial.ts'
import { doneNote, formTrouble } from '#http/console/pages/field.ts'
import {
  choice,
  draftDone,
  draftOf,
  formScripts,
  hidden,
  textArea,
  textLine,
  wideTable,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { paperPicker, type Pickable } from '#http/console/pages/paper-picker.ts'
import type { TypedGap } from '#http/console/gaps/input.ts'

type Site = { houseName: string }
const AT = '/console/gaps'

export const gapsPage = (
  { houseName }: Site,
  { editor, gaps }: { editor: Editor; gaps: readonly GapSummary[] },
): Html =>
  consolePage({
    title: 'Research gaps',
    houseName,
    editor,
    at: AT,
    body: html`<h1>Research gaps</h1>
      <p><a class="button" href="${AT}/new">New gap</a></p>
      ${
        gaps.length === 0
          ? html`<p>No gap is written down yet.</p>`
          : wideTable(
              'Research gaps',
              ['Id', 'Title', 'Severity', 'Papers'],
              gaps.map(
                ({ id, title, severity, papers }) =>
                  html`<tr><td>${id}</td><td><a href="${AT}/${id}">${title}</a></td><td>${severity}</td><td>${papers}</td></tr>`,
              ),
            )
      }`,
  })

export type GapView = {
  editor: Editor
  /** Null for one that is being made. */
  id: string | null
  version: number
  typed: TypedGap
  chosen: readonly Pickable[]
  found: readonly Pickable[]
  /** How it reads now, where somebody changed it meanwhile. */
  present: TypedGap | null
  failure: Failure | null
  saved: boolean
  /** Whether the fields hold what was typed. */
  held: boolean
}

const presentNote = ({ title, severity, explanation, papers }: TypedGap): Html =>
  html`<div class="conflict">
      <p>It reads now:</p>
      <dl class="differences"><dt>Title</dt><dd>${title}</dd><dt>Severity</dt><dd>${severity}</dd>
      <dt>Explanation</dt><dd>${explanation}</dd><dt>Papers</dt><dd>${papers.join(', ')}</dd></dl>
      <p>The form below holds what you typed; it is stored only when you save again.</p>
    </div>`

/** The form of a gap, new or known. */
export const gapPage = ({ houseName }: Site, view: GapView): Html => {
  const { editor, id, version, typed, chosen, found, present, failure, saved, held } = view
  const mistakes = failure?.details ?? []
  const path = id === null ? AT : `${AT}/${id}`
  const draft = `gaps/${id ?? 'new'}`
  const of = (name: 'title' | 'severity' | 'explanation', label: string) => ({
    name,
    label,
    value: typed[name],
    mistakes,
  })
  return consolePage({
    title: id === null ? 'New gap' : `Gap ${id}`,
    houseName,
    editor,
    at: AT,
    head: formScripts,
    body: html`<h1>${id === null ? 'New gap' : `Gap ${id}`}</h1>
      ${saved && draftDone(editor, draft)}${saved && draftDone(editor, 'gaps/new')}
      ${doneNote(saved ? `Saved as version ${version}.` : null)}
      ${formTrouble(failure?.message ?? null)}
      ${present !== null && presentNote(present)}
      <form method="post" action="${path}" data-preview="${path}/preview"${draftOf(editor, draft, held)}>
        ${hidden('version', version)}
        <div class="stack">
        ${textLine(of('title', 'Title'))}
        ${choice({ ...of('severity', 'Severity'), options: severities.map((value) => ({ value, label: value })) })}
        ${textArea({ ...of('explanation', 'Explanation'), rows: 6 })}
        </div>
        ${paperPicker({ name: 'papers', label: 'Papers that show the gap', chosen, find: typed.find, found, action: `${path}/preview`, mistakes })}
        <p class="acts"><button type="submit">Save</button></p>
      </form>`,
  })
}
