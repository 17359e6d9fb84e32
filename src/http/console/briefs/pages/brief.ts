import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { weekLabel, type IsoWeek } from '#core/editorial/week.ts'
import { html, markdown, type Html } from '#html.ts'
import { doneNote, formTrouble } from '#http/console/pages/field.ts'
import { draftDone, draftOf, formScripts, hidden, textArea, textLine } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { paperPicker, type Pickable } from '#http/console/pages/paper-picker.ts'
import type { TypedBrief } from '#http/console/briefs/input.ts'

export type BriefView = {
  editor: Editor
  id: string
  week: IsoWeek
  version: number
  typed: TypedBrief
  chosen: readonly Pickable[]
  found: readonly Pickable[]
  /** How the draft reads now, where somebody changed it meanwhile. */
  present: TypedBrief | null
  failure: Failure | null
  saved: boolean
  /** Whether the fields hold what was typed. */
  held: boolean
}

/** A brief as readers will see it. */
const proof = ({ title, summary, houseTake }: TypedBrief, houseName: string, chosen: readonly Pickable[]): Html =>
  html`<h2>${title}</h2>
    ${markdown(summary)}
    <div class="apart"><h3>${houseName}’s take</h3>${markdown(houseTake)}</div>
    <h3>Featured</h3>
    <ol>${chosen.map(({ id, title: paper }) => html`<li><b>${id}</b> <span dir="auto">${paper}</span></li>`)}</ol>`

const presentNote = ({ title, summary, houseTake, featuredPapers }: TypedBrief): Html =>
  html`<div class="conflict">
      <p>It reads now:</p>
      <dl class="differences"><dt>Title</dt><dd>${title}</dd><dt>Summary</dt><dd><pre>${summary}</pre></dd>
      <dt>Take</dt><dd><pre>${houseTake}</pre></dd><dt>Featured</dt><dd>${featuredPapers.join(', ')}</dd></dl>
      <p>The form below holds what you typed; it is stored only when you save again.</p>
    </div>`

/** The form of a draft with its preview. Publishing takes what is stored, so saving comes first. */
export const briefPage = ({ houseName }: { houseName: string }, view: BriefView): Html => {
  const { editor, id, week, version, typed, chosen, found, present, failure, saved, held } = view
  const mistakes = failure?.details ?? []
  const path = `/console/briefs/${id}`
  return consolePage({
    title: `Brief of ${weekLabel(week)}`,
    houseName,
    editor,
    at: '/console/briefs',
    head: formScripts,
    body: html`<h1>Brief of ${weekLabel(week)}</h1>
      ${saved && draftDone(editor, `briefs/${id}`)}
      ${doneNote(saved ? `Saved as version ${version}. Only the house sees it.` : null)}
      ${formTrouble(failure?.message ?? null)}
      ${present !== null && presentNote(present)}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftOf(editor, `briefs/${id}`, held)}>
          ${hidden('version', version)}
          ${textLine({ name: 'title', label: 'Title', value: typed.title, mistakes })}
          ${textArea({ name: 'summary', label: 'Summary', value: typed.summary, rows: 14, hint: 'Markdown.', mistakes })}
          ${textArea({ name: 'houseTake', label: `${houseName}’s take`, value: typed.houseTake, rows: 8, hint: 'Markdown.', mistakes })}
          ${paperPicker({ name: 'featuredPapers', label: 'Featured papers', chosen, find: typed.find, found, action: `${path}/preview`, mistakes })}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        <section id="preview" data-live aria-label="Preview">${proof(typed, houseName, chosen)}</section>
      </div>
      <form class="grave" method="post" action="${path}/publish">
        ${hidden('version', version)}
        <p>What is saved goes to readers as version ${version}. A published brief never changes.</p>
        <button type="submit">Publish</button>
      </form>`,
  })
}
