import type { ActionContext, RunAction } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { pluralize } from '#core/numbers.ts'
import { type Chapter, type ChapterText, chapterTitle, type NamedChapter } from '#core/papers/chapter.ts'
import { saveEdit, type Edit } from './save-edit.ts'

/** Renames a chapter or rewrites its introduction. Returns its version afterwards. Throws `not_found` and `stale`. */
export const editChapter = async (tx: ActionContext, edit: Edit<Chapter, ChapterText>): Promise<number> => {
  const { id, words } = edit
  const { version: present, name, introduction } = await tx.chapters.get(id)
  return saveEdit(tx, edit, {
    what: `Chapter ${id}`,
    act: 'chapter.edit',
    subject: String(id),
    present,
    before: { name, introduction },
    after: words,
    store: async (at) => ({ version: await tx.chapters.put(id, words, at) }),
  })
}

/** A chapter of the library as editors give it. */
export type GivenChapter = NamedChapter & ChapterText

/** Adds a chapter after the others. Throws `wrong_state` if the library has it. */
export const addChapter = async (
  tx: ActionContext,
  { chapter: { number, name, introduction }, actor }: { chapter: GivenChapter; actor: string },
): Promise<number> => {
  if ((await tx.chapters.find(number)) !== null)
    throw new Failure('wrong_state', `The library already has a chapter ${number}; edit it, or choose another number.`)
  const at = tx.now.toISOString()
  const version = await tx.chapters.put(number, { name, introduction }, at)
  const after = { name, introduction }
  await tx.audit.record({ at, actor, act: 'chapter.add', subject: String(number), before: null, after })
  return version
}

/** Throws `wrong_state` with the number of its papers, in any state, if the chapter has some. */
const assertNoPapers = async (tx: ActionContext, chapter: NamedChapter): Promise<void> => {
  const { public: shown, other } = await tx.chapters.countPapers(chapter.number)
  if (shown + other === 0) return
  const outside = other === 0 ? '' : `, ${other} of them not public`
  throw new Failure(
    'wrong_state',
    `${chapterTitle(chapter)} has ${pluralize(shown + other, 'paper', 'papers')}${outside}: merge it into another chapter or into none.`,
  )
}

/** Takes a chapter without papers out of the library. Throws `not_found`, and `wrong_state` if it has papers. */
export const removeChapter = async (
  tx: ActionContext,
  { number, actor }: { number: Chapter; actor: string },
): Promise<void> => {
  const chapter = await tx.chapters.get(number)
  await assertNoPapers(tx, chapter)
  await tx.chapters.remove(number)
  const at = tx.now.toISOString()
  const before = { name: chapter.name, introduction: chapter.introduction }
  await tx.audit.record({ at, actor, act: 'chapter.remove', subject: String(number), before, after: null })
}

const isSameOrder = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join()

/** Shows the chapters in another order. Throws `invalid` unless it names every chapter once. */
export const orderChapters = async (
  tx: ActionContext,
  { numbers, actor }: { numbers: readonly Chapter[]; actor: string },
): Promise<void> => {
  const before = (await tx.chapters.names()).map(({ number }) => number)
  if (numbers.length !== before.length || new Set(before).difference(new Set(numbers)).size > 0)
    throw validationFailure([
      { path: 'order', message: `must name every chapter of the library once: ${before.join(', ')}` },
    ])
  if (isSameOrder(before, numbers)) return
  await tx.chapters.order(numbers)
  const at = tx.now.toISOString()
  await tx.audit.record({
    at,
    actor,
    act: 'chapters.order',
    subject: 'chapters',
    before: { order: before },
    after: { order: numbers },
  })
}

/**
 * Gives the library these chapters, in this order: it adds, edits and orders them, and takes out the others. Throws `invalid` for a
 * number that is given twice, and `wrong_state` if a chapter to be taken out has papers; nothing changes then.
 */
export const setChapters = async (
  tx: ActionContext,
  { chapters, actor }: { chapters: readonly GivenChapter[]; actor: string },
): Promise<void> => {
  const numbers = chapters.map(({ number }) => number)
  for (const [index, number] of numbers.entries())
    if (numbers.indexOf(number) !== index)
      throw validationFailure([{ path: `chapters.${index}.number`, message: `is given twice: ${number}` }])
  const known = (await tx.chapters.names()).map(({ number }) => number)
  for (const number of known) if (!numbers.includes(number)) await removeChapter(tx, { number, actor })
  for (const chapter of chapters) {
    const { number, name, introduction } = chapter
    if (known.includes(number))
      await editChapter(tx, { id: number, words: { name, introduction }, version: null, actor })
    else await addChapter(tx, { chapter, actor })
  }
  await orderChapters(tx, { numbers, actor })
}

/** Papers in one transaction: few enough not to hold up other writers. */
const PAPERS_AT_ONCE = 200

type MergeChapterInput = {
  /** A number that papers name; the library may lack it. */
  number: Chapter
  /** Null for no chapter. */
  into: Chapter | null
  actor: string
}

/** `left`: papers that have not moved yet. */
export type MergedChapter = { moved: number; left: number }

/**
 * Moves some papers of a chapter, in any state, to another one or to none. The step that moves the last one takes the chapter out.
 * Throws `not_found` for a chapter that is to get them and that the library lacks, or for one without any papers that it lacks, too,
 * and `invalid` for a chapter and itself.
 */
export const mergeChapterStep = async (
  tx: ActionContext,
  { number, into, actor }: MergeChapterInput,
): Promise<MergedChapter> => {
  if (number === into) throw validationFailure([{ path: 'into', message: 'must be another chapter, or none' }])
  if (into !== null) await tx.chapters.get(into)
  const chapter = await tx.chapters.find(number)
  const at = tx.now.toISOString()
  const moved = await tx.chapters.movePapers(number, into, { actor, at, most: PAPERS_AT_ONCE })
  if (chapter === null && moved === 0)
    throw new Failure('not_found', `The library has no chapter ${number}, and no paper names it.`)
  const counted = await tx.chapters.countPapers(number)
  const left = counted.public + counted.other
  const subject = String(number)
  await tx.audit.record({
    at,
    actor,
    act: 'chapter.merge',
    subject,
    before: null,
    after: { into, papersMoved: moved, left },
  })
  if (left === 0 && chapter !== null) await removeChapter(tx, { number, actor })
  return { moved, left }
}

/**
 * Merges a chapter into another one or into none, step by step, in at most so many steps. Whoever is interrupted calls it again.
 * Throws like `mergeChapterStep`.
 */
export const mergeChapters = async (
  run: RunAction,
  input: MergeChapterInput,
  mostSteps = Number.POSITIVE_INFINITY,
): Promise<MergedChapter> => {
  let moved = 0
  for (let step = 1; ; step += 1) {
    const done = await run(mergeChapterStep, input)
    moved += done.moved
    if (done.left === 0 || step >= mostSteps) return { moved, left: done.left }
  }
}
