import type { Editor } from '#core/access/editor.ts'
import type { SavedView } from '#core/access/saved-view.ts'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { pluralize } from '#core/numbers.ts'
import { editedConcepts } from '#edited/concepts.ts'
import type { NearTwins } from '#core/editorial/near-twins.ts'
import type { Paper } from '#core/papers/paper.ts'
import { html, type Html, withFormulas } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls } from '#http/console/pages/edited-fields.ts'
import {
  draftAttributes,
  formScripts,
  hiddenInput,
  pickScript,
  scrollableTable,
  successNotice,
  textInput,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { type ListColumn, listHead, listSection } from '#http/console/pages/list.ts'
import { actionButton, factList } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'
import type { ConceptFindings } from '#queries/concept-workbench.ts'

const { fields } = editedConcepts

type Site = { site: LiveSite }
const PATH = '/console/concepts'
/** Not below the others, where it would be the id of a concept. */
export const WORKBENCH_PATH = '/console/concept-workbench'

export const conceptOrders = ['name', 'papers'] as const
export type ConceptOrder = (typeof conceptOrders)[number]

type ConceptsView = {
  editor: Editor
  concepts: readonly ConceptRecord[]
  /** The search text, and whether only concepts with or without a definition are listed. */
  q: string | null
  defined: 'true' | 'false' | null
  order: ConceptOrder
  columns: readonly string[]
  total: number
  isFirst: boolean
  /** The last concept of the page, if there are more. */
  next: string | null
  views: readonly SavedView[]
}

const columns: readonly ListColumn<ConceptRecord>[] = [
  {
    name: 'name',
    label: 'Name',
    shown: 'always',
    orders: ['name'],
    cell: ({ id, name }) => html`<a href="${PATH}/${id}" data-entry>${name}</a>`,
  },
  { name: 'papers', label: 'Public papers', orders: ['papers'], cell: ({ papers }) => papers },
  { name: 'definition', label: 'Definition', cell: ({ definition }) => definition ?? '(none)' },
  { name: 'id', label: 'Id', shown: 'on request', cell: ({ id }) => id },
  { name: 'version', label: 'Version', shown: 'on request', cell: ({ version }) => version },
]

/** A page of the concepts, or of those whose name contains the search text. */
export const conceptsPage = ({ site }: Site, view: ConceptsView): Html => {
  const { q, defined, order, next } = view
  return consolePage({
    title: 'Concepts',
    site,
    editor: view.editor,
    activePath: PATH,
    head: listHead(),
    body: html`<h1>Concepts</h1>
      <p><a href="${WORKBENCH_PATH}">Near-twins, unused and overused concepts</a></p>
      ${listSection({
        name: 'concepts',
        views: view.views,
        address: { q, defined, order: order === 'name' ? null : order, columns: view.columns },
        label: 'Concepts',
        words: ['concept', 'concepts'],
        columns,
        rows: view.concepts,
        filters: [
          { kind: 'search', name: 'q', label: 'Name', value: q },
          {
            kind: 'choice',
            name: 'defined',
            label: 'Definition',
            value: defined,
            options: [
              { value: '', label: 'any' },
              { value: 'true', label: 'with one' },
              { value: 'false', label: 'without one' },
            ],
          },
        ],
        orders: [
          { value: 'name', label: 'name', direction: 'ascending' },
          { value: 'papers', label: 'public papers', direction: 'descending' },
        ],
        isFirst: view.isFirst,
        next: next === null ? null : ['after', next],
        total: { count: view.total, isExact: true },
        empty: 'No concepts found.',
      })}`,
  })
}

type ConceptView = {
  form: EditedView<ConceptRecord, typeof fields>
  /** Concepts with which it shares nearly all papers. */
  sharers: readonly ConceptRecord[]
  /** The concept that was chosen, if merging was refused. */
  into: string
  /** Where it is in use; null if nowhere. */
  used: string | null
}

/** Deletes a concept, or says why it cannot be deleted. */
const removal = ({ form: { stored }, used }: ConceptView): Html =>
  used === null
    ? html`<form method="post" action="${PATH}/${stored.id}/remove"><p>It is in use nowhere. <button type="submit" class="plain">Delete this concept…</button></p></form>`
    : html`<p class="quiet">It cannot be deleted: ${used}.</p>`

/** Finds the other concept while one types; its first button shows what would change. */
const mergeForm = ({ form: { stored }, into }: ConceptView): Html =>
  html`<details${into !== '' && html` open`}><summary>Merge into another concept</summary>
      <form class="stack" method="post" action="${PATH}/${stored.id}/merge">
        <p>Its papers get the name of the other concept. Its id and names then redirect to the other concept.</p>
        ${textInput({ name: 'into', label: 'The concept to keep', value: into, hint: 'Its id, as in the address of its page.', errors: [], picks: 'concepts' })}
        <p class="acts"><button type="submit" formmethod="get">Show what changes</button>
        <button type="submit" class="plain">Merge</button></p>
      </form>
    </details>`

const mergeLink = (from: ConceptRecord, into: ConceptRecord): Html =>
  html`<a href="${PATH}/${from.id}/merge?into=${into.id}">merge into “${into.name}”</a>`

const conceptLink = ({ id, name, papers }: ConceptRecord): Html =>
  html`<a href="${PATH}/${id}" dir="auto">${name}</a> <span class="quiet">${pluralize(papers, 'paper', 'papers')}</span>`

/** The one with fewer papers first, which is rather merged into the other. */
const smallerFirst = ({ first, second }: NearTwins<ConceptRecord>): [ConceptRecord, ConceptRecord] =>
  first.papers <= second.papers ? [first, second] : [second, first]

const twinReasons = { form: 'ending, hyphen, spacing or case', letter: 'a letter' }

const twinRow = (twins: NearTwins<ConceptRecord>): Html => {
  const [small, large] = smallerFirst(twins)
  return html`<tr><td>${conceptLink(small)}</td><td>${conceptLink(large)}</td><td>${twinReasons[twins.by]}</td>
      <td>${mergeLink(small, large)}<br />${mergeLink(large, small)}</td></tr>`
}

const LISTED = 100

const conceptList = (concepts: readonly ConceptRecord[], none: string, act: (id: string) => Html | false): Html =>
  concepts.length === 0
    ? html`<p>${none}</p>`
    : html`<ul>${concepts.slice(0, LISTED).map((concept) => html`<li>${conceptLink(concept)}${act(concept.id)}</li>`)}</ul>
      ${concepts.length > LISTED && html`<p class="quiet">And ${concepts.length - LISTED} more.</p>`}`

const deleteButton = (id: string): Html =>
  html` <button class="plain" formaction="${PATH}/${id}/remove" aria-label="Delete ${id}…">Delete…</button>`

/** Concepts that need an editor. */
export const workbenchPage = (
  { site }: Site,
  { editor, removed, twins, unused, overused, papers }: ConceptFindings & { editor: Editor; removed: string | null },
): Html =>
  consolePage({
    title: 'Concept workbench',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Concept workbench</h1>
      ${successNotice(removed === null ? null : `The concept “${removed}” was deleted.`)}
      <p>The page of a concept also lists papers that name it and lack it, and concepts with which it shares nearly all papers.</p>
      <h2>Near-twins</h2>
      ${
        twins.length === 0
          ? html`<p>No two names are alike.</p>`
          : scrollableTable('Near-twins', ['Concept', 'Its twin', 'They differ by', 'Merge'], twins.map(twinRow))
      }
      <h2>Overused</h2>
      ${conceptList(overused, `No concept is in more than a fifth of the ${pluralize(papers, 'public paper', 'public papers')}.`, () => false)}
      <h2>Unused</h2>
      <form method="post">${conceptList(unused, 'Every concept has a public paper.', deleteButton)}</form>`,
  })

type MergeView = { editor: Editor; from: ConceptRecord; into: ConceptRecord; shared: number }

/** What merging two concepts would change, and the button that does it. */
export const mergePage = ({ site }: Site, { editor, from, into, shared }: MergeView): Html =>
  consolePage({
    title: `Merge ${from.name} into ${into.name}`,
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Merge “${from.name}” into “${into.name}”</h1>
      ${factList([
        [
          'Changed',
          `${pluralize(from.papers, 'public paper gets', 'public papers get')} “${into.name}” instead of “${from.name}”, each as a new version`,
        ],
        ['Both', `${pluralize(shared, 'of these papers has', 'of these papers have')} both`],
        [
          'Afterwards',
          `“${into.name}” has ${pluralize(from.papers + into.papers - shared, 'public paper', 'public papers')} instead of ${into.papers}`,
        ],
        [
          'Redirected',
          html`<code>/concepts/${from.id}</code> leads to <code>/concepts/${into.id}</code>, and the name “${from.name}” to “${into.name}”`,
        ],
        ['Definition kept', into.definition ?? 'none'],
        ['Definition lost', from.definition ?? 'none'],
      ])}
      <form method="post" action="${PATH}/${from.id}/merge">${hiddenInput('into', into.id)}
        <p class="acts"><button type="submit">Merge</button> <a href="${PATH}/${from.id}">Not now</a></p></form>
      <p>Or the other way round: ${mergeLink(into, from)}</p>`,
  })

type UntaggedView = {
  editor: Editor
  concept: ConceptRecord
  papers: readonly Paper[]
  lookedAt: number
  areAll: boolean
  /** The paper that was just given the concept. */
  tagged: string | null
  /** The paper whose button has the focus. */
  next: string | null
}

const ABSTRACT_SHOWN = 280

const untaggedRow = ({ concept, next, papers }: UntaggedView, { id, title, abstract }: Paper, index: number): Html => {
  const isFocused = papers.some((paper) => paper.id === next) ? id === next : index === 0
  return html`<li class="untagged">
      <form method="post" action="${PATH}/${concept.id}/tag">${hiddenInput('paper', id)}${hiddenInput('next', papers[index + 1]?.id ?? '')}<button type="submit" aria-label="Tag ${id}"${isFocused && html` autofocus`}>Tag</button></form>
      <div><a href="/console/papers/${id}/edit" dir="auto">${withFormulas(title)}</a> <code>${id}</code>
      ${abstract !== null && html`<p class="hint" dir="auto">${abstract.slice(0, ABSTRACT_SHOWN)}${abstract.length > ABSTRACT_SHOWN && '…'}</p>`}</div>
    </li>`
}

/** Papers that name a concept and lack it, each with a button; one has the focus, so that one key tags a paper. */
export const untaggedPage = ({ site }: Site, view: UntaggedView): Html => {
  const { editor, concept, papers, lookedAt, areAll, tagged } = view
  const { id, name } = concept
  return consolePage({
    title: `Papers that name ${name}`,
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Papers that name “<bdi>${name}</bdi>”</h1>
      <p>They have it in title, abstract or topics, but not as a concept. <kbd>Enter</kbd> tags the paper whose button has the focus and goes on to the next; <kbd>Tab</kbd> skips it. <a href="${PATH}/${id}">Back to the concept</a></p>
      ${
        tagged !== null &&
        html`<div class="done" role="status">Tagged ${tagged}. ${actionButton({ path: `${PATH}/${id}/tag`, label: 'Take it back', fields: { paper: tagged, remove: '1', next: tagged } })}</div>`
      }
      ${
        papers.length === 0
          ? html`<p>${areAll ? 'Every paper that names it has it.' : `The first ${lookedAt} papers that name it have it.`}</p>`
          : html`<ul class="plain-list">${papers.map((paper, index) => untaggedRow(view, paper, index))}</ul>`
      }`,
  })
}

/** One concept: its name, its definition, and a form to merge it. */
export const conceptPage = ({ site }: Site, view: ConceptView): Html => {
  const { form } = view
  const { id, name, papers, version } = form.stored
  const draft = `concepts/${id}`
  return consolePage({
    title: name,
    site,
    editor: form.editor,
    activePath: PATH,
    head: html`${formScripts()}${pickScript()}`,
    body: html`<h1>${name}</h1>
      <p class="facts">${id} · ${pluralize(papers, 'public paper', 'public papers')} · version ${version} · <a href="/concepts/${id}">public page</a></p>
      ${editedHead(fields, form, { drafts: [draft], savedNotice: 'Saved.' })}
      <form class="stack" method="post" action="${PATH}/${id}"${draftAttributes(form.editor, draft, form.isUnsaved)}>
        ${hiddenInput('version', form.version)}
        ${fieldControls(fields, form)}
        <button type="submit">Save</button>
      </form>
      <p><a href="${PATH}/${id}/untagged">Papers that name it and lack it</a></p>
      ${view.sharers.length > 0 && html`<h2>Shares nearly all papers with</h2><ul>${view.sharers.map((other) => html`<li>${conceptLink(other)}: ${mergeLink(form.stored, other)}</li>`)}</ul>`}
      ${mergeForm(view)}
      ${removal(view)}`,
  })
}
