import { type Editor, includesRole, type Role } from '#core/access/editor.ts'
import type { LibraryWords } from '#core/papers/library-words.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { closestNames, nameWords } from '#core/search/close-names.ts'
import { areasFor } from '#http/console/pages/frame.ts'
import { settingLabels } from '#http/console/settings/pages.ts'

/** A place of the console, or something to do there. */
export type Place = { path: string; label: string; detail: string }

/** What is done on a page, with the lowest role; `words` are others by which it is looked for. */
type Deed = { path: string; label: string; words: string; role: Role }

const deeds: readonly Deed[] = [
  {
    path: '/console/add',
    label: 'Add papers',
    words: 'paste drop import upload new doi arxiv bibtex ris',
    role: 'editor',
  },
  { path: '/console/briefs', label: 'New brief', words: 'write add week', role: 'editor' },
  { path: '/console/gaps/new', label: 'New gap', words: 'write add', role: 'editor' },
  { path: '/console/assess-many', label: 'Assess many papers', words: 'scores suggest bulk', role: 'editor' },
  { path: '/console/joins', label: 'Joined records', words: 'duplicates separate', role: 'editor' },
  { path: '/console/keys', label: 'New API key', words: 'create add', role: 'admin' },
  { path: '/console/people#name', label: 'Add a user', words: 'invite person colleague new', role: 'admin' },
  { path: '/console/account', label: 'Your account', words: 'passphrase passkey sessions profile', role: 'reviewer' },
  { path: '/console/sign-out', label: 'Sign out', words: 'log out leave', role: 'reviewer' },
]

/** What a role may do, and the pages that it may open. */
const placesFor = ({ role }: Pick<Editor, 'role'>, words: LibraryWords): (Place & { words: string })[] => [
  ...deeds
    .filter((deed) => includesRole(role, deed.role))
    .map(({ path, label, words: others }) => ({ path, label, detail: 'action', words: others })),
  ...areasFor(role, words).map(({ path, label, group }) => ({ path, label, detail: group, words: group })),
]

/** The pages and deeds that are meant; all of them where nothing was typed. */
export const findPlaces = (
  editor: Pick<Editor, 'role'>,
  { text, words, most }: { text: string; words: LibraryWords; most: number },
): Place[] => {
  const places = placesFor(editor, words)
  if (text === '') return places.slice(0, most)
  const named = places.map((place) => ({ item: place, words: nameWords(`${place.label} ${place.words}`) }))
  return closestNames(named, text, most)
}

/** The settings and chapters that are meant. */
export const findSettings = (
  { role }: Pick<Editor, 'role'>,
  { text, chapters, most }: { text: string; chapters: readonly NamedChapter[]; most: number },
): Place[] => {
  const settings = includesRole(role, 'admin')
    ? Object.entries(settingLabels).map(([name, label]) => ({
        path: `/console/settings#${name}`,
        label,
        detail: 'setting',
      }))
    : []
  const named = includesRole(role, 'editor')
    ? chapters.map(({ number, name }) => ({
        path: `/console/chapters/${number}`,
        label: name,
        detail: `chapter ${number}`,
      }))
    : []
  const places = [...settings, ...named].map((place) => ({
    item: place,
    words: nameWords(`${place.label} ${place.detail}`),
  }))
  return closestNames(places, text, most)
}
