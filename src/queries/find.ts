import type { Editor } from '#core/access/editor.ts'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { type SubmissionState, submissionStates } from '#core/review/submission.ts'
import { closestNames, type Named, nameWords } from '#core/search/close-names.ts'
import type { PrivateReader, Store } from '#ports/store/store.ts'
import { oncePerRevision } from './once-per-revision.ts'

/** What editors look up by a few typed letters. Words may be cut short and have typos, see `closestNames`. */

/** A paper that was found, in any state. */
export type MeantPaper = { id: string; title: string; state: SubmissionState; authors: string[]; year: number | null }

const inReview = ['pending', 'changes_requested'] as const satisfies readonly SubmissionState[]
const notPublic = submissionStates.filter((state) => state !== 'accepted')

/** An id as typed, or as the end of the address of a paper’s page. */
const idIn = (text: string): string | null => {
  const given = /(?:^|\/)papers\/(?<id>[^/.?#]+)/u.exec(text)?.groups?.id ?? text
  return PAPER_ID.test(given) ? given : null
}

type PaperQuery = {
  text: string
  most: number
  /** Whether those that are decided on but not public count, too; otherwise those in review and public ones. */
  withDecided: boolean
}

/** Papers whose id, title or authors are meant: public ones first, as many as half if there are others. */
export const findPapers = async (
  reader: Pick<PrivateReader, 'library' | 'submissions' | 'papers'>,
  { text, most, withDecided }: PaperQuery,
): Promise<MeantPaper[]> => {
  const states = withDecided ? notPublic : inReview
  const id = idIn(text)
  const named = id === null ? null : await reader.submissions.findWithoutHistory(id)
  const isShown = named !== null && (named.state === 'accepted' || states.some((state) => state === named.state))
  if (isShown) return withAuthors(reader, [named])
  const papers = await reader.library.findClose(text, ['title', 'authors'], most)
  const others = await reader.submissions.findClose(text, states, most)
  const publicOnes = papers.slice(0, Math.max(Math.ceil(most / 2), most - others.length))
  return [
    ...publicOnes.map(({ id, title, authors, year }): MeantPaper => ({ id, title, state: 'accepted', authors, year })),
    ...(await withAuthors(reader, others.slice(0, most - publicOnes.length))),
  ]
}

const withAuthors = async (
  { papers }: Pick<PrivateReader, 'papers'>,
  found: readonly Pick<MeantPaper, 'id' | 'title' | 'state'>[],
): Promise<MeantPaper[]> => {
  if (found.length === 0) return []
  const stored = await papers.findByIds(found.map(({ id }) => id))
  return found.map(({ id, title, state }) => {
    const paper = stored.get(id)
    return { id, title, state, authors: paper?.authors ?? [], year: paper?.year ?? null }
  })
}

/** Papers by an author are compared with what was typed; each has several authors. */
const PAPERS_OF_AUTHORS = 20

/** Names of authors of public papers. */
export const findAuthors = async (
  { library }: Pick<PrivateReader, 'library'>,
  text: string,
  most: number,
): Promise<string[]> => {
  const papers = await library.findClose(text, ['authors'], PAPERS_OF_AUTHORS)
  const names = [...new Set(papers.flatMap(({ authors }) => authors))]
  return closestNames(
    names.map((name) => ({ item: name, words: nameWords(name) })),
    text,
    most,
  )
}

/** People who may sign in. */
export const findEditors = async (
  { editors }: Pick<PrivateReader, 'editors'>,
  text: string,
  most: number,
): Promise<Editor[]> => {
  const present = (await editors.list()).filter(({ removedAt }) => removedAt === null)
  const named = present.map((editor) => ({ item: editor, words: nameWords(`${editor.name} ${editor.email ?? ''}`) }))
  return closestNames(named, text, most)
}

/** The concepts whose name is meant. */
export type FindConcepts = (text: string, most: number) => Promise<ConceptRecord[]>

/** Reads the names of all concepts once for each corpus revision; comparing 5,000 takes a few milliseconds. */
export const conceptFinder = (store: Pick<Store, 'private' | 'currentRevision'>): FindConcepts => {
  const named = oncePerRevision(store, async (): Promise<Named<ConceptRecord>[]> =>
    (await store.private.concepts.listAll())
      .toSorted((a, b) => b.papers - a.papers)
      .map((concept) => ({ item: concept, words: nameWords(concept.name) })),
  )
  return async (text, most) => closestNames(await named(), text, most)
}
