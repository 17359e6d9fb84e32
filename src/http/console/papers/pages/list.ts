import type { Editor } from '#core/access/editor.ts'
import type { SavedView } from '#core/access/saved-view.ts'
import { type Asked, lackingFields, lackingText } from '#core/assessment/lacking.ts'
import { type BulkChangeRecord, MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import { pluralize } from '#core/numbers.ts'
import { chapterLabel, type NamedChapter } from '#core/papers/chapter.ts'
import { fieldName, type LibraryWords, showsField } from '#core/papers/library-words.ts'
import type { PaperField } from '#core/papers/paper-fields.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import { submissionStates } from '#core/review/submission.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { bulkControls, changedNotice, conceptScript, PREVIEW } from './bulk-changes.ts'
import { chapterOptions } from '#http/console/pages/chapter-options.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import {
  type ListColumn,
  type ListFilter,
  listHead,
  type ListOrder,
  listSection,
  listUrl,
  type ListView,
} from '#http/console/pages/list.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import {
  isWhole,
  type PaperListQuery,
  paperListAddress,
  type PaperScope,
  positionText,
  scopeOf,
} from '#http/console/papers/list-input.ts'
import type { FoundPapers } from '#http/console/papers/find-listed.ts'
import type { PaperSummary } from '#ports/store/papers.ts'
import type { Site } from './edit.ts'

const PATH = '/console/papers'

export type PaperListView = FoundPapers & {
  editor: Editor
  words: LibraryWords
  chapters: readonly NamedChapter[]
  query: PaperListQuery
  /** What has just been changed. */
  changed: BulkChangeRecord | null
  views: readonly SavedView[]
  /** How many public papers are not yet assessed. */
  unassessed: number
}

const states = ['accepted', ...submissionStates.filter((state) => state !== 'accepted')] as const

/** Links to the papers of each state, with the same words. */
const stateLinks = ({ query }: PaperListView, scope: PaperScope): Html => {
  const active = scope.kind === 'unpublished' ? scope.state : scope.kind === 'public' ? 'accepted' : null
  const { q } = query
  return html`<ul class="tags">${states.map((state) => {
    const url = listUrl(PATH, { q, state: state === 'accepted' && q === null ? null : state })
    const label = state === 'accepted' ? 'public' : state.replace('_', ' ')
    return html`<li><a href="${url}"${state === active && html` aria-current="page"`}>${label}</a></li>`
  })}</ul>`
}

const unassessedLink = (isHere: boolean, unassessed: number): Html | false =>
  (isHere || unassessed > 0) &&
  html`<p><a href="/console/papers?assessed=false"${isHere && html` aria-current="page"`}>${pluralize(unassessed, 'public paper is', 'public papers are')} not yet assessed</a>${unassessed > 0 && html` · <a href="/console/assess-many">assess many at once</a>`}</p>`

const authorsText = (authors: readonly string[]): string =>
  authors.length > 2 ? `${authors[0] ?? ''} and ${authors.length - 1} others` : authors.join(', ')

const score = (value: number | null): string => (value === null ? '' : String(toUnit(value)))

type Column = ListColumn<PaperSummary> & { field?: PaperField }

/** The columns of a list of papers; those of fields that the library does not show are left out. */
const columnsOf = (words: LibraryWords, asked: Asked, chapters: readonly NamedChapter[]): Column[] => {
  const all: Column[] = [
    { name: 'id', label: 'Id', shown: 'always', cell: ({ paper }) => paper.id },
    {
      name: 'title',
      label: 'Title',
      shown: 'always',
      orders: ['relevance', 'title'],
      cell: ({ paper: { id, title } }) =>
        html`<a dir="auto" href="/console/papers/${id}/edit" data-entry>${withFormulas(title)}</a>`,
    },
    { name: 'state', label: 'State', cell: ({ state }) => state.replace('_', ' ') },
    {
      name: 'lacks',
      label: 'Not yet assessed',
      cell: ({ paper, state }) => state === 'accepted' && lackingText(lackingFields(paper, asked)),
    },
    { name: 'authors', label: 'Authors', shown: 'on request', cell: ({ paper }) => authorsText(paper.authors) },
    { name: 'year', label: 'Year', orders: ['newest'], cell: ({ paper }) => paper.year },
    {
      name: 'chapter',
      label: 'Chapter',
      field: 'chapter',
      cell: ({ paper: { chapter } }) => chapter !== null && chapterLabel(chapters, chapter),
    },
    {
      name: 'type',
      label: fieldName('type', words),
      field: 'type',
      cell: ({ paper }) => paper.type?.replaceAll('_', ' '),
    },
    {
      name: 'score',
      label: fieldName('longHorizon', words),
      field: 'longHorizon',
      orders: ['long-horizon'],
      cell: ({ paper }) => score(paper.longHorizon),
    },
    {
      name: 'second-score',
      label: fieldName('enterprise', words),
      field: 'enterprise',
      shown: 'on request',
      orders: ['enterprise'],
      cell: ({ paper }) => score(paper.enterprise),
    },
    {
      name: 'concepts',
      label: fieldName('concepts', words),
      field: 'concepts',
      shown: 'on request',
      cell: ({ paper }) => paper.concepts.join('; '),
    },
    {
      name: 'institution',
      label: 'Institution',
      shown: 'on request',
      cell: ({ paper }) => paper.institution,
    },
    {
      name: 'came',
      label: 'Came in',
      shown: 'on request',
      orders: ['oldest', 'latest'],
      cell: ({ submittedAt }) => dateTime(submittedAt),
    },
    {
      name: 'changed',
      label: 'Changed',
      shown: 'on request',
      orders: ['changed'],
      cell: ({ updatedAt }) => dateTime(updatedAt),
    },
    { name: 'version', label: 'Version', shown: 'on request', cell: ({ version }) => version },
  ]
  return all.filter(({ field }) => field === undefined || showsField(field, words))
}

const publicOrders = (words: LibraryWords, query: PaperListQuery): ListOrder[] => [
  {
    value: 'long-horizon',
    label: showsField('longHorizon', words) ? fieldName('longHorizon', words) : 'as in the library',
    direction: 'descending',
  },
  ...(showsField('enterprise', words)
    ? [{ value: 'enterprise', label: fieldName('enterprise', words), direction: 'descending' as const }]
    : []),
  { value: 'newest', label: 'year', direction: 'descending' },
  { value: 'added', label: 'latest addition', direction: 'descending' },
  ...(isWhole(query)
    ? [
        { value: 'title', label: 'title', direction: 'ascending' as const },
        { value: 'changed', label: 'latest change', direction: 'descending' as const },
      ]
    : []),
  ...(query.q !== null
    ? [{ value: 'relevance', label: 'words in the title first', direction: 'descending' as const }]
    : []),
]

const unpublishedOrders: readonly ListOrder[] = [
  { value: 'oldest', label: 'oldest first', direction: 'ascending' },
  { value: 'latest', label: 'latest first', direction: 'descending' },
]

const option = (value: string, label: string) => ({ value, label })

const publicFilters = ({ query, words, chapters }: PaperListView): ListFilter[] => [
  ...(chapters.length === 0
    ? []
    : [
        {
          kind: 'choice' as const,
          name: 'chapter',
          label: 'Chapter',
          value: query.chapter === null ? null : String(query.chapter),
          options: [
            option('', 'any'),
            ...chapterOptions(chapters, query.chapter === null ? '' : String(query.chapter)),
          ],
        },
      ]),
  ...(showsField('type', words)
    ? [
        {
          kind: 'choice' as const,
          name: 'type',
          label: fieldName('type', words),
          value: query.type,
          options: [option('', 'any'), ...researchTypes.map((type) => option(type, type.replaceAll('_', ' ')))],
        },
      ]
    : []),
  {
    kind: 'text',
    name: 'year',
    label: 'Year',
    value: query.year === null ? null : String(query.year),
    example: '2025',
  },
  ...(showsField('concepts', words)
    ? [{ kind: 'text' as const, name: 'concept', label: 'Concept', value: query.concept, example: 'its name' }]
    : []),
]

const emptyTexts = {
  any: 'No papers found in any state.',
  unassessed: 'All public papers are assessed.',
  unpublished: 'There are no papers in this state.',
  public: 'There are no such public papers.',
} as const

const toList = (view: PaperListView): ListView<PaperSummary> => {
  const { query, words, chapters, papers, next, total } = view
  const scope = scopeOf(query)
  const search: ListFilter = { kind: 'search', name: 'q', label: 'Id or words', value: query.q }
  return {
    name: 'papers',
    views: view.views,
    address: paperListAddress(query),
    label: 'Papers',
    words: ['paper', 'papers'],
    columns: columnsOf(words, { chapters, words }, chapters),
    rows: papers,
    filters: [search, ...(scope.kind === 'public' || scope.kind === 'any' ? publicFilters(view) : [])],
    orders:
      scope.kind === 'unassessed' ? [] : scope.kind === 'unpublished' ? unpublishedOrders : publicOrders(words, query),
    isFirst: query.after === null,
    next: next === null ? null : ['after', positionText(next)],
    total,
    empty: emptyTexts[scope.kind],
    selection: {
      action: PREVIEW,
      name: 'paper',
      idOf: ({ paper }) => paper.id,
      most: MAX_BULK_PAPERS,
      isPage: query.selected !== undefined,
      controls: bulkControls(words, chapters),
    },
  }
}

/** Papers in any state: search results, or all papers in one state. */
export const paperListPage = ({ site }: Site, view: PaperListView): Html => {
  const { editor, query, unassessed } = view
  const scope = scopeOf(query)
  return consolePage({
    title: 'Papers',
    site,
    editor,
    activePath: PATH,
    head: html`${listHead()}${conceptScript()}`,
    body: html`<h1>Papers</h1>
      ${changedNotice(view.changed, view.chapters)}
      ${stateLinks(view, scope)}
      ${unassessedLink(scope.kind === 'unassessed', unassessed)}
      ${listSection(toList(view))}`,
  })
}
