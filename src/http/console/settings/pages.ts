import type { Editor } from '#core/access/editor.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { type LibraryPart, libraryParts, settableScores, type SettableScore } from '#core/settings.ts'
import type { PresentedSettings } from '#edited/settings.ts'
import { html, type Html } from '#html.ts'
import {
  checkboxGroup,
  draftAttributes,
  discardDraft,
  formError,
  formScripts,
  hiddenInput,
  selectInput,
  successNotice,
  textArea,
  textInput,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { renderedText } from '#http/console/pages/parts.ts'
import { previewForms } from '#http/console/pages/preview-forms.ts'
import type { LiveSite } from '#ports/site.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { errorsAtControls, type SettingsValues } from './input.ts'

const PATH = '/console/settings'
export const DRAFT = 'settings'

export type SettingsView = {
  editor: Editor
  /** The version that the next save is based on. */
  version: number
  values: SettingsValues
  /** What somebody else saved in the meantime. */
  current: SettingsValues | null
  failure: Failure | null
  saved: boolean
  /** Whether the form contains input that is not stored. */
  isUnsaved: boolean
}

/** The controls of single settings, by name; the command palette finds them by these labels. */
export const settingLabels = {
  name: 'Name',
  tagline: 'Tagline',
  about: 'About',
  accentColor: 'Accent colour',
  logo: 'Logo',
  favicon: 'Icon',
  footerLinks: 'Links in the footer',
  language: 'Language of the content',
} as const

type Drawn = { texts: SettingsValues['texts']; errors: readonly ValidationError[] }

const lineControl = ({ texts, errors }: Drawn, name: string, label: string, hint?: string): Html =>
  textInput({ name, label, value: texts[name] ?? '', errors, ...(hint !== undefined && { hint }) })

type Block = { name: string; label: string; rows: number; hint: string; isMarkdown?: true }

const blockControl = ({ texts, errors }: Drawn, { name, ...block }: Block): Html =>
  textArea({ name, value: texts[name] ?? '', errors, ...block })

const places = [
  { value: '1', label: 'first: lists are ordered by it' },
  { value: '2', label: 'second' },
  { value: 'none', label: 'not used' },
]

const scoreNames: Record<SettableScore, string> = {
  longHorizonScore: 'The score longHorizonScore of the APIs',
  enterpriseScore: 'The score enterpriseScore of the APIs',
}

const scoreControls = (drawn: Drawn, score: SettableScore): Html => {
  const name = `scores.${score}`
  return html`<fieldset><legend>${scoreNames[score]}</legend>
      ${selectInput({ name: `${name}.place`, label: 'Place', value: drawn.texts[`${name}.place`] ?? 'none', errors: drawn.errors, options: places })}
      ${lineControl(drawn, `${name}.name`, 'Name')}
      ${lineControl(drawn, `${name}.meaning`, 'Meaning')}
      ${blockControl(drawn, { name: `${name}.words`, label: 'What it means', rows: 6, hint: 'Five lines, from the lowest fifth of the scale to the highest.' })}
    </fieldset>`
}

const labelControls = (drawn: Drawn, part: LibraryPart): Html =>
  html`<fieldset><legend>Another name for ${part}</legend>
      ${lineControl(drawn, `labels.${part}.one`, 'One of them')}
      ${lineControl(drawn, `labels.${part}.many`, 'Several')}
    </fieldset>`

/** A colour in both themes. A style would be forbidden, so it is drawn. */
const colourSample = (colour: string): Html | false =>
  /^#[\da-f]{6}$/iu.test(colour) &&
  html`<p>Colour: <svg width="64" height="24" viewBox="0 0 64 24" role="img" aria-label="${colour}"><rect width="64" height="24" fill="${colour}" /></svg> Its lightness is adapted to each theme.</p>`

const pagePreview = ({ values: { texts, off }, version }: SettingsView, site: LiveSite, markupOf: MarkupOf): Html =>
  html`<h2>${(texts.name ?? '') === '' ? site.defaults.name : texts.name}</h2>
      <p class="lead">${(texts.tagline ?? '') === '' ? site.defaults.tagline : texts.tagline}</p>
      ${colourSample(texts.accentColor ?? '')}
      ${(texts.about ?? '') !== '' && renderedText(texts.about ?? '', markupOf)}
      ${off.length > 0 && html`<p>Switched off, and stored until switched on again: ${off.join(', ')}.</p>`}
      <p class="quiet">Version ${version}. Logo and icon appear once they are saved.</p>`

/** What differs in the version that somebody else saved. */
const conflict = (typed: SettingsValues, current: SettingsValues | null): Html | false => {
  if (current === null) return false
  const names = Object.keys(current.texts).filter((name) => current.texts[name] !== (typed.texts[name] ?? ''))
  return html`<div class="conflict"><p>The current version:</p>
      <dl class="differences">${names.map((name) => html`<dt>${name}</dt><dd><pre>${current.texts[name]}</pre></dd>`)}<dt>off</dt><dd>${current.off.join(', ')}</dd></dl>
      <p>The form below contains your changes. They are stored only when you save again.</p></div>`
}

const importForm = (version: number, errors: readonly ValidationError[]): Html =>
  html`<section aria-labelledby="files"><h2 id="files">As a file</h2>
      <p><a href="${PATH}/export" download>Export all settings as JSON</a>, chapters among them.</p>
      <form method="post" action="${PATH}/import">
        ${hiddenInput('version', version)}
        ${textArea({ name: 'json', label: 'JSON to import', value: '', rows: 6, errors, hint: 'It replaces all settings; what it lacks gets its default, except the chapters, which stay.' })}
        <p class="acts"><button type="submit">Import</button></p>
      </form></section>`

/** All errors of an imported object at its one control. */
const importErrors = ({ details }: Failure): ValidationError[] =>
  details.length === 0
    ? []
    : [{ path: 'json', message: details.map(({ path, message }) => `${path} ${message}`).join('; ') }]

/** The form of all settings with previews: `presented` is what the API would answer, null while there are errors; `markupOf` covers the text about the library. */
export const settingsPage = (
  { site }: { site: LiveSite },
  view: SettingsView & { imported: Failure | null; presented: PresentedSettings | null },
  markupOf: MarkupOf,
): Html => {
  const { editor, version, values, failure, saved, isUnsaved, current, imported } = view
  const drawn: Drawn = { texts: values.texts, errors: errorsAtControls(failure?.details ?? [], values) }
  return consolePage({
    title: 'Settings',
    site,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>Settings</h1>
      <p>The name, looks and words of this library. An empty field has its default. <a href="/console/chapters">Chapters</a> have a page of their own; <a href="/console/audit?act=settings.edit">the audit log</a> has every change.</p>
      ${saved && discardDraft(editor, DRAFT)}
      ${successNotice(saved ? `Saved as version ${version}.` : null)}
      ${formError(failure?.message ?? null)}
      ${conflict(values, current)}
      <div class="beside">
        <form method="post" action="${PATH}" data-preview="${PATH}/preview"${draftAttributes(editor, DRAFT, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${lineControl(drawn, 'name', settingLabels.name, `By default ${site.defaults.name}, the name that the environment gives.`)}
          ${lineControl(drawn, 'tagline', settingLabels.tagline)}
          ${blockControl(drawn, { name: 'about', label: settingLabels.about, rows: 10, isMarkdown: true, hint: 'Markdown, at the top of the page about the library.' })}
          ${lineControl(drawn, 'accentColor', settingLabels.accentColor, 'Such as #0f766e.')}
          ${blockControl(drawn, { name: 'logo', label: settingLabels.logo, rows: 4, hint: 'SVG of at most 8,192 bytes; only shapes and plain text are kept.' })}
          ${blockControl(drawn, { name: 'favicon', label: settingLabels.favicon, rows: 4, hint: 'SVG, like the logo; browsers show it beside the title.' })}
          ${blockControl(drawn, { name: 'footerLinks', label: settingLabels.footerLinks, rows: 4, hint: 'One a line, at most eight: the label, a bar and the address, such as “Imprint | https://example.org/imprint”.' })}
          ${lineControl(drawn, 'language', settingLabels.language, 'A language tag, such as en or pt-BR.')}
          ${settableScores.map((score) => scoreControls(drawn, score))}
          ${libraryParts.map((part) => labelControls(drawn, part))}
          ${checkboxGroup({ name: 'off', legend: 'Switched off', values: libraryParts, chosen: values.off, errors: drawn.errors })}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${PATH}/preview">Preview</button></p>
        </form>
        <div class="side">
          ${previewForms({ page: pagePreview(view, site, markupOf), json: view.presented, address: 'settings of GET /api/editorial/settings' })}
        </div>
      </div>
      ${formError(imported?.message ?? null)}
      ${importForm(version, imported === null ? [] : importErrors(imported))}`,
  })
}
