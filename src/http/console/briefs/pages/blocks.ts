import { weekLabel } from '#core/editorial/week.ts'
import type { ValidationError } from '#core/failure.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { actValue, blockValue, type FormBlock } from '#http/console/briefs/blocks.ts'
import { hiddenInput, type SelectablePaper, textInput } from '#http/console/pages/form.ts'
import type { Arrivals } from '#queries/brief-arrivals.ts'

/** The form of the buttons that stand beside it. */
export const BLOCK_FORM = 'brief'

type Act = { act: string; label: string; says: string; action: string }

const actButton = ({ act, label, says, action }: Act): Html =>
  html`<button type="submit" class="plain" form="${BLOCK_FORM}" name="act" value="${act}" formaction="${action}" aria-label="${says}">${label}</button>`

const moveButtons = ({ number }: FormBlock, name: string, action: string): Html =>
  html`<p class="block-acts">
      ${actButton({ act: actValue('up', `${number}`), label: '↑', says: `Move ${name} up`, action })}
      ${actButton({ act: actValue('down', `${number}`), label: '↓', says: `Move ${name} down`, action })}
      ${actButton({ act: actValue('remove', `${number}`), label: 'Remove', says: `Remove ${name}`, action })}
    </p>`

const textArea = (name: string, label: string, { value, rows }: { value: string; rows: number }): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
      <textarea id="${name}" name="${name}" rows="${rows}" dir="auto" data-markdown>
${value}</textarea></div>`

type BlocksView = {
  blocks: readonly FormBlock[]
  /** Of the featured papers. */
  titles: ReadonlyMap<string, string>
  /** Where the buttons send the form. */
  action: string
  errors: readonly ValidationError[]
}

const blockItem = (block: FormBlock, index: number, { titles, action }: BlocksView): Html => {
  const { number } = block
  const hidden = hiddenInput('block', blockValue(block))
  if (block.kind === 'text') {
    const label = index === 0 ? 'Lead' : 'Text'
    const rows = Math.min(20, Math.max(index === 0 ? 5 : 3, Math.ceil(block.text.length / 70)))
    return html`<li id="block-${number}">${hidden}${textArea(`text-${number}`, label, { value: block.text, rows })}${
      index > 0 && moveButtons(block, 'this text', action)
    }</li>`
  }
  const { id, line, isFeatured } = block
  const name = block.name === '' ? plainMathematics(titles.get(id) ?? id) : block.name
  return html`<li id="block-${number}" data-paper="${id}">${hidden}${hiddenInput(`name-${number}`, name)}
      <p><b>${id}</b> <span dir="auto">${withFormulas(titles.get(id) ?? name)}</span></p>
      ${textArea(`line-${number}`, `What you say about ${id}`, { value: line, rows: Math.min(8, Math.max(2, Math.ceil(line.length / 70))) })}
      <div class="block-foot"><label><input type="checkbox" name="featured-${number}" value="yes"${isFeatured && html` checked`} /> featured</label>
      ${moveButtons(block, id, action)}</div></li>`
}

/** The text of a brief and its papers in order, each with buttons that also work without scripts. */
export const blockList = (view: BlocksView): Html => {
  const { blocks, action, errors } = view
  const wrong = errors.filter(({ path }) => path === 'summary' || path.startsWith('featuredPapers'))
  return html`<fieldset class="blocks" data-blocks>
      <legend>Text and papers</legend>
      <p class="hint">Markdown. <kbd>Alt</kbd> <kbd>↑</kbd> and <kbd>Alt</kbd> <kbd>↓</kbd> move the block that you are in. <a href="#came">What came in</a> has papers to add.</p>
      ${wrong.map(({ path, message }) => html`<p class="error" role="alert">${path === 'summary' ? 'Text' : 'Papers'}: ${message}.</p>`)}
      <ol id="blocks" tabindex="-1">${blocks.map((block, index) => blockItem(block, index, view))}</ol>
      <p class="unseen" role="status" data-said></p>
      <p>${actButton({ act: actValue('text'), label: 'Add a text', says: 'Add a text', action })}</p>
    </fieldset>`
}

type FinderView = { search: string; results: readonly SelectablePaper[]; action: string; preview: string }

const addButton = (id: string, action: string): Html =>
  actButton({ act: actValue('add', id), label: 'Add', says: `Add ${id}`, action })

/** Any other paper, by words or its id. */
export const paperFinder = ({ search, results, action, preview }: FinderView): Html =>
  html`<fieldset class="picker" data-finder>
      <legend>Another paper</legend>
      <div class="finder">
        ${textInput({ name: 'find', label: 'Find papers by words or id', value: search, errors: [] })}
        <button type="submit" class="plain" formaction="${preview}">Find</button>
      </div>
      <div id="found" data-live><ul class="arrivals">${results.map(
        ({ id, title }) =>
          html`<li>${addButton(id, action)} <div><b>${id}</b> <span dir="auto">${withFormulas(title)}</span></div></li>`,
      )}</ul>
      ${search !== '' && results.length === 0 && html`<p class="quiet">Nothing found for “${search}”.</p>`}</div>
    </fieldset>`

/** For a paper that is there; a script enables it again when the paper is removed. */
const addedButton = (id: string, action: string): Html =>
  html`<button type="submit" class="plain" form="${BLOCK_FORM}" name="act" value="${actValue('add', id)}" formaction="${action}" aria-label="Added ${id}" disabled>Added</button>`

/** What came in, to pull papers from. */
export const arrivalList = (
  { since, papers, hasMore }: Arrivals,
  { chosen, action }: { chosen: ReadonlySet<string>; action: string },
): Html =>
  html`<section class="came" aria-labelledby="came"><h2 id="came">What came ${since === null ? 'this week' : `since ${weekLabel(since)}`}</h2>
      ${papers.length === 0 && html`<p class="quiet">No paper became public.</p>`}
      <ul class="arrivals">${papers.map(
        ({ id, title, year, line }) =>
          html`<li data-arrival="${id}">${chosen.has(id) ? addedButton(id, action) : addButton(id, action)}
        <div><b>${id}</b> <span dir="auto">${title}</span> <span class="quiet">${year}</span>${line !== '' && html`<p class="quiet" dir="auto">${line}</p>`}</div></li>`,
      )}</ul>
      ${hasMore && html`<p class="quiet">These have the highest scores among the newest. Find others by their words.</p>`}</section>`
