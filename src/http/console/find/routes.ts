import type { Context } from 'hono'
import { z } from 'zod'
import { type Editor, includesRole } from '#core/access/editor.ts'
import { isInReview } from '#core/review/submission.ts'
import { isOn } from '#core/papers/library-words.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { htmlResponse, reviewerRoute } from '#http/console/console-route.ts'
import { FIND_PATH } from '#http/console/pages/frame.ts'
import { readQuery } from '#http/input/query.ts'
import { negotiateType } from '#http/routing/negotiate-type.ts'
import { HTML_TYPE, json, JSON_TYPE, page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import {
  conceptFinder,
  findAuthors,
  type FindConcepts,
  findEditors,
  findPapers,
  type MeantPaper,
} from '#queries/find.ts'
import { type Found, type FoundKind, foundKinds } from './found.ts'
import { findPage } from './pages.ts'
import { findPlaces, findSettings, type Place } from './places.ts'

export type FindPorts = { store: Store; site: LiveSite }

const MOST_RESULTS = 12

const findQuery = z.strictObject({
  q: z.string().max(200).optional(),
  /** Empty: everything, as the form of the page sends it. */
  kind: z.enum([...foundKinds, '']).optional(),
})

const NAMED_AUTHORS = 2

const authorNames = (authors: readonly string[]): string =>
  authors.length > NAMED_AUTHORS + 1 ? `${authors.slice(0, NAMED_AUTHORS).join(', ')} and others` : authors.join(', ')

const isEditor = ({ role }: Editor): boolean => includesRole(role, 'editor')

/** Where somebody with this role reads or edits a paper. */
const pathOf = ({ id, state }: MeantPaper, editor: Editor): string =>
  isInReview(state) ? `/console/queue/${id}` : isEditor(editor) ? `/console/papers/${id}/edit` : `/papers/${id}`

const presentPaper = (paper: MeantPaper, editor: Editor): Found => {
  const { id, title, state, authors, year } = paper
  const facts = [id, state === 'accepted' ? '' : state.replace('_', ' '), year === null ? '' : String(year)]
  return {
    kind: 'papers',
    id,
    title: plainMathematics(title),
    detail: [...facts, authorNames(authors)].filter((fact) => fact !== '').join(' · '),
    href: pathOf(paper, editor),
  }
}

const presentPlace = (kind: 'pages' | 'settings', { path, label, detail }: Place): Found => ({
  kind,
  id: path,
  title: label,
  detail,
  href: path,
})

type Asked = { text: string; most: number; editor: Editor }

type Finder = (asked: Asked) => Promise<Found[]>

/** One function a kind; each costs the same in any corpus. */
const finders = ({ store, site }: FindPorts, findConcepts: FindConcepts): Record<FoundKind, Finder> => ({
  pages: async ({ text, most, editor }) =>
    findPlaces(editor, { text, most, words: site.current() }).map((place) => presentPlace('pages', place)),
  papers: async ({ text, most, editor }) =>
    (await findPapers(store.private, { text, most, withDecided: isEditor(editor) })).map((paper) =>
      presentPaper(paper, editor),
    ),
  concepts: async ({ text, most, editor }) =>
    isOn('concepts', site.current())
      ? (await findConcepts(text, most)).map(({ id, name, papers }) => ({
          kind: 'concepts',
          id,
          title: name,
          detail: papers === 1 ? '1 public paper' : `${papers} public papers`,
          href: isEditor(editor) ? `/console/concepts/${id}` : `/concepts/${id}`,
        }))
      : [],
  people: async ({ text, most, editor }) => {
    const users = includesRole(editor.role, 'admin') ? await findEditors(store.private, text, most) : []
    const authors = await findAuthors(store.private, text, most - users.length)
    const papersOf = (name: string): string => {
      const query = new URLSearchParams({ q: `authors:"${name}"` }).toString()
      return `${isEditor(editor) ? '/console/papers' : '/papers'}?${query}`
    }
    return [
      ...users.map(({ id, name, role }) => ({
        kind: 'people' as const,
        id,
        title: name,
        detail: role,
        href: '/console/people',
      })),
      ...authors.map((name) => ({
        kind: 'people' as const,
        id: name,
        title: name,
        detail: 'author',
        href: papersOf(name),
      })),
    ]
  },
  settings: async ({ text, most, editor }) =>
    findSettings(editor, { text, most, chapters: await store.private.chapters.names() }).map((place) =>
      presentPlace('settings', place),
    ),
})

/** Of each kind so many, and then as many more as there is room for, in the order of the kinds. */
const SHARE: Record<FoundKind, number> = { pages: 3, papers: 4, concepts: 2, people: 2, settings: 1 }

const shared = (found: readonly Found[][]): Found[] => {
  const first = found.map((results, index) => results.slice(0, SHARE[foundKinds[index] ?? 'pages']))
  let room = MOST_RESULTS - first.flat().length
  return found.flatMap((results, index) => {
    const shown = first[index]?.length ?? 0
    const more = Math.min(room, results.length - shown)
    room -= more
    return results.slice(0, shown + more)
  })
}

const find = (ports: FindPorts) => {
  const finderOf = finders(ports, conceptFinder(ports.store))
  return async (context: Context): Promise<Reply> => {
    const { q = '', kind: among } = readQuery(context, findQuery)
    const kind = among === '' ? undefined : among
    const text = q.trim()
    const editor = getCurrentEditor(context)
    const asked = { text, most: MOST_RESULTS, editor }
    // Where nothing was typed only the pages are named.
    const kinds = (kind === undefined ? foundKinds : [kind]).filter((one) => text !== '' || one === 'pages')
    const found: Found[][] = []
    for (const one of kinds) found.push(await finderOf[one](asked))
    const results = kind === undefined && text !== '' ? shared(found) : found.flat()
    return negotiateType(context.req.header('accept'), [JSON_TYPE, HTML_TYPE]) === 1
      ? page(200, findPage(ports, { editor, q, kind: kind ?? null, results }))
      : json(200, { results })
  }
}

export const findRoutes = (ports: FindPorts): Route[] => [
  {
    ...reviewerRoute,
    method: 'get',
    path: FIND_PATH,
    summary: 'Papers, concepts, people, settings and pages by a few typed letters',
    query: findQuery,
    responses: { 200: htmlResponse('The page; JSON for scripts.') },
    handle: find(ports),
  },
]
