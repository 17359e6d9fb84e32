import { Failure } from '#core/failure.ts'
import type { Paper } from '#core/papers/paper.ts'
import { type Chapter, chapterLabel, type NamedChapter } from '#core/papers/chapter.ts'
import { nextState, type SubmissionState, type Verdict } from './submission.ts'
import { textKey } from '#core/text/tokenize.ts'

/** Papers of one bulk change: few enough for a preview and for a minute of undoing. */
export const MAX_BULK_PAPERS = 500

/** Concepts of a paper (contract 2.1). */
export const MAX_CONCEPTS = 100

/** A change of fields, which makes a new version of each paper and can be undone as long as nothing else changes the paper. */
type FieldsChange =
  | { kind: 'set-chapter'; chapter: Chapter | null }
  | { kind: 'add-concept' | 'remove-concept'; concept: string }

/** What editors do to many papers at once. */
export type BulkChange = FieldsChange | { kind: Verdict | 'retract'; note: string | null }

export const bulkKinds = [
  'set-chapter',
  'add-concept',
  'remove-concept',
  'accept',
  'ask',
  'reject',
  'retract',
] as const satisfies readonly BulkChange['kind'][]

/** A paper before or after a bulk change. */
export type PaperAtVersion = { id: string; version: number }

/** A paper that was changed, from one version to another; the same version if its state changed. */
export type PaperChanged = { id: string; from: number; to: number }

/** A paper that stays as it is, and why. */
export type LeftPaper = { id: string; because: string }

/** A bulk change and what came of it. */
export type BulkChangeRecord = {
  id: string
  actor: string
  change: BulkChange
  at: string
  /** Changed, and not undone. */
  changed: readonly PaperChanged[]
  left: readonly LeftPaper[]
  undone: readonly string[]
  /** Left as they are when the change was undone, because something else had changed them. */
  kept: readonly LeftPaper[]
  undoneBy: string | null
  undoneAt: string | null
}

export const changesFields = (change: BulkChange): change is FieldsChange =>
  change.kind === 'set-chapter' || change.kind === 'add-concept' || change.kind === 'remove-concept'

/** What a change is, such as "add the concept “planning”". */
export const describeBulkChange = (change: BulkChange, chapters: readonly NamedChapter[]): string => {
  switch (change.kind) {
    case 'set-chapter':
      return change.chapter === null
        ? 'take the chapter out'
        : `set the chapter to ${chapterLabel(chapters, change.chapter)}`
    case 'add-concept':
      return `add the concept “${change.concept}”`
    case 'remove-concept':
      return `remove the concept “${change.concept}”`
    case 'ask':
      return 'request changes'
    default:
      return change.kind
  }
}

/** The fields of a paper after a change; the paper itself if it stays as it is. */
export const withBulkChange = <Given extends Paper>(paper: Given, change: FieldsChange): Given => {
  if (change.kind === 'set-chapter')
    return paper.chapter === change.chapter ? paper : { ...paper, chapter: change.chapter }
  const key = textKey(change.concept)
  const others = paper.concepts.filter((concept) => textKey(concept) !== key)
  const has = others.length < paper.concepts.length
  if (change.kind === 'remove-concept') return has ? { ...paper, concepts: others } : paper
  return has || paper.concepts.length >= MAX_CONCEPTS
    ? paper
    : { ...paper, concepts: [...paper.concepts, change.concept] }
}

const sameFieldsReason = (paper: Paper, change: FieldsChange): string => {
  if (change.kind === 'set-chapter')
    return change.chapter === null ? 'It has no chapter.' : 'It is in this chapter already.'
  if (change.kind === 'remove-concept') return 'It does not have this concept.'
  return paper.concepts.some((concept) => textKey(concept) === textKey(change.concept))
    ? 'It has this concept already.'
    : `It has ${MAX_CONCEPTS} concepts, which is the most.`
}

const refusedBy = (check: () => void): string | null => {
  try {
    check()
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.message
  }
}

type Situation = {
  paper: Paper
  state: SubmissionState
  /** Whether a decision on it is waiting to take effect. */
  isDecided: boolean
}

/**
 * Why a change leaves a paper as it is; null if it changes it.
 * @param assertMayPublish throws what keeps a paper in review
 */
export const reasonToLeave = (
  change: BulkChange,
  { paper, state, isDecided }: Situation,
  assertMayPublish: (paper: Paper) => void,
): string | null => {
  if (isDecided) return 'A decision on it is waiting to take effect.'
  if (changesFields(change)) {
    if (state === 'merged') return 'It was merged into another paper.'
    return withBulkChange(paper, change) === paper ? sameFieldsReason(paper, change) : null
  }
  return refusedBy(() => {
    nextState(state, change.kind)
    if (change.kind === 'accept') assertMayPublish(paper)
  })
}
