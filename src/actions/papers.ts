import type { ActionContext } from './run-action.ts'
import type { Provenance } from '#core/assessment/provenance.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { chapterChoices, lackedChapter } from '#core/papers/chapter.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { MAX_CONCEPTS, withBulkChange } from '#core/review/bulk-change.ts'
import { changedFields, assertVersion } from '#core/editorial/version.ts'
import type { CheckReport } from '#core/review/checks.ts'
import type { UnsureField } from '#core/review/unsure-fields.ts'
import { nextState } from '#core/review/submission.ts'
import type { RevisedPaper, StoredPaper } from '#ports/store/papers.ts'
import { textKey } from '#core/text/tokenize.ts'

type PaperChange = {
  id: string
  change: (paper: PaperWithText) => PaperWithText
  /** The version that the change is based on; null overwrites any version. */
  version: number | null
  actor: string
  /** The act in the audit log. */
  act: string
  /** Who gave the assessed values that differ, unless the actor did. */
  given?: Provenance | undefined
}

/** Throws `invalid` if the library lacks the chapter of a public paper. */
const assertChapter = async (tx: ActionContext, { chapter }: PaperWithText): Promise<void> => {
  const chapters = await tx.chapters.names()
  if (lackedChapter(chapters, chapter) !== null)
    throw validationFailure([{ path: 'chapter', message: `must be ${chapterChoices(chapters)}` }])
}

/** The audit log has only the length of a full text; the versions have the text. */
const withoutText = ({ fullText, ...paper }: PaperWithText) => ({ ...paper, fullTextLength: fullText?.length ?? 0 })

const recordVersion = async (
  tx: ActionContext,
  { id, actor, act, before, after }: RevisedPaper & { id: string; actor: string; act: string },
): Promise<void> => {
  if (after.state === 'accepted' && after.paper.chapter !== before.paper.chapter) await assertChapter(tx, after.paper)
  const changed = changedFields(withoutText(before.paper), withoutText(after.paper))
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act,
    subject: id,
    before: { version: before.version, ...changed?.before },
    after: { version: after.version, ...changed?.after },
  })
}

type PaperChanges = Pick<PaperChange, 'actor' | 'act'> & { papers: readonly Omit<PaperChange, 'actor' | 'act'>[] }

/**
 * Stores and records new versions of papers, all of them or none. Returns the version of each afterwards, the one it had if nothing
 * differs, or the failure that left it as it is: `not_found`, `stale`, and `wrong_state` for a duplicate that was merged. Throws
 * `invalid` for a public paper in a chapter that the library lacks, and what `change` throws beside these.
 */
export const savePaperVersions = async (
  tx: ActionContext,
  { papers, actor, act }: PaperChanges,
): Promise<Map<string, number | Failure>> => {
  const at = tx.now.toISOString()
  const outcomes = new Map<string, number | Failure>()
  const revisions = papers.map(({ id, version, change, given }) => ({
    id,
    given,
    change: (stored: StoredPaper): PaperWithText | null => {
      try {
        if (stored.state === 'merged')
          throw new Failure('wrong_state', `The paper ${id} was merged into another one; edit that one.`)
        assertVersion(`The paper ${id}`, version, stored.version)
        const changed = change(stored.paper)
        return changedFields(stored.paper, changed) === null ? null : changed
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'invalid') throw error
        outcomes.set(id, error)
        return null
      }
    },
  }))
  const revised = await tx.papers.reviseAll(revisions, { actor, at })
  for (const { id } of papers) {
    const found = revised.get(id)
    if (found === undefined) outcomes.set(id, new Failure('not_found', `There is no paper ${id}.`))
    else if (!outcomes.has(id)) {
      outcomes.set(id, found.after.version)
      if (found.after.version !== found.before.version) await recordVersion(tx, { id, actor, act, ...found })
    }
  }
  return outcomes
}

/**
 * Stores and records a new version of a paper, unless nothing differs; returns the version afterwards. Throws `not_found`,
 * `stale`, `wrong_state` for a duplicate that was merged, and `invalid` for a public paper in a chapter that the library lacks.
 */
export const savePaperVersion = async (tx: ActionContext, { actor, act, ...paper }: PaperChange): Promise<number> => {
  const outcome = (await savePaperVersions(tx, { papers: [paper], actor, act })).get(paper.id)
  if (outcome === undefined || outcome instanceof Failure)
    throw outcome ?? new Failure('not_found', `There is no paper ${paper.id}.`)
  return outcome
}

type EditPaperInput = {
  paper: PaperWithText
  /** The version that the edit is based on; null overwrites any version. */
  version: number | null
  actor: string
  /** The result of the checks for a paper in review; null for any other paper. */
  checkReport: CheckReport | null
  /** Fields that were read unsurely, and that the editor finds right. */
  confirmed?: readonly UnsureField[]
}

/** Edits a paper in any state, also a public one; returns its version afterwards. Throws like `savePaperVersion`. */
export const editPaper = async (
  tx: ActionContext,
  { paper, version, actor, checkReport, confirmed = [] }: EditPaperInput,
): Promise<number> => {
  const saved = await savePaperVersion(tx, { id: paper.id, change: () => paper, version, actor, act: 'paper.edit' })
  if (checkReport === null) return saved
  await tx.queue.saveCheckReport(paper.id, checkReport)
  if (confirmed.length > 0) {
    const at = tx.now.toISOString()
    const after = { version: saved, confirmed }
    await tx.audit.record({ at, actor, act: 'paper.confirm', subject: paper.id, before: null, after })
  }
  return saved
}

/**
 * Applies a change to the stored version of a paper that is not in review; returns its version afterwards. Throws like
 * `savePaperVersion` and `change`.
 */
export const patchPaper = (tx: ActionContext, patch: Omit<PaperChange, 'act'>): Promise<number> =>
  savePaperVersion(tx, { ...patch, act: 'paper.edit' })

type RevertPaperInput = { id: string; restored: number; version: number | null; actor: string }

type RestoredPaper = Pick<PaperChange, 'id' | 'version' | 'change' | 'given'>

const unknownVersion = ({ id, restored }: Pick<RevertPaperInput, 'id' | 'restored'>): Failure =>
  new Failure('not_found', `There is no version ${restored} of a paper ${id}.`)

/** The change that restores a version, null if there is none. If the library no longer has its chapter, the paper keeps its present one. */
const findRestoring = async (
  tx: ActionContext,
  { id, restored, version }: Omit<RevertPaperInput, 'actor'>,
): Promise<RestoredPaper | null> => {
  const earlier = await tx.versions.find(id, restored)
  if (earlier === null) return null
  // Whoever gave an earlier value has given it still when it is restored.
  const given = await tx.assessments.findProvenance(id, restored)
  const isLacked = lackedChapter(await tx.chapters.names(), earlier.paper.chapter) !== null
  const change = ({ chapter }: PaperWithText): PaperWithText =>
    isLacked ? { ...earlier.paper, chapter } : earlier.paper
  return { id, version, change, given }
}

const RESTORE = 'paper.restore'

/**
 * Restores an earlier version of a paper as a new version; returns its number. If the library no longer has the chapter of that
 * version, the paper keeps its present one. Throws like `savePaperVersion`, and `not_found`
 * for a version that never existed.
 */
export const revertPaper = async (tx: ActionContext, { actor, ...input }: RevertPaperInput): Promise<number> => {
  const change = await findRestoring(tx, input)
  if (change === null) throw unknownVersion(input)
  return savePaperVersion(tx, { ...change, actor, act: RESTORE })
}

/** The same for several papers; returns the outcomes of `savePaperVersions`, and `not_found` for a version that never existed. */
export const revertPapers = async (
  tx: ActionContext,
  { papers, actor }: { papers: readonly Omit<RevertPaperInput, 'actor'>[]; actor: string },
): Promise<Map<string, number | Failure>> => {
  const changes: RestoredPaper[] = []
  const outcomes = new Map<string, number | Failure>()
  for (const paper of papers) {
    const change = await findRestoring(tx, paper)
    if (change === null) outcomes.set(paper.id, unknownVersion(paper))
    else changes.push(change)
  }
  return new Map([...outcomes, ...(await savePaperVersions(tx, { papers: changes, actor, act: RESTORE }))])
}

type TagPaperInput = {
  id: string
  /** The id of the concept. */
  concept: string
  /** Whether the paper shall have it, or no longer have it. */
  isTagged: boolean
  actor: string
}

/**
 * Gives a public paper a concept, or takes it away; whatever else has changed stays. Returns the version of the paper afterwards. Throws
 * `not_found`, and `wrong_state` for a paper that is not public or has too many concepts.
 */
export const tagPaper = async (tx: ActionContext, { id, concept, isTagged, actor }: TagPaperInput): Promise<number> => {
  const known = await tx.concepts.find(concept)
  if (known === null) throw new Failure('not_found', `There is no concept ${concept}.`)
  const submission = await tx.submissions.findWithoutHistory(id)
  if (submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  if (submission.state !== 'accepted')
    throw new Failure('wrong_state', `The paper ${id} is not public; change its concepts in its form.`)
  const change = (paper: PaperWithText): PaperWithText => {
    const changed = withBulkChange(paper, { kind: isTagged ? 'add-concept' : 'remove-concept', concept: known.name })
    if (isTagged && !changed.concepts.some((name) => textKey(name) === textKey(known.name)))
      throw new Failure('wrong_state', `The paper ${id} has ${MAX_CONCEPTS} concepts already; remove one first.`)
    return changed
  }
  return savePaperVersion(tx, { id, change, version: null, actor, act: 'paper.edit' })
}

type MergePaperInput = { id: string; into: string; note: string | null; actor: string }

/** A paper that can be merged, which only public ones can. Throws `not_found` or `wrong_state`. */
const getMergeable = async (tx: ActionContext, id: string): Promise<PaperWithText> => {
  const submission = await tx.submissions.findWithoutHistory(id)
  const paper = (await tx.papers.findByIds([id])).get(id)
  if (submission === null || paper === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  nextState(submission.state, 'merge')
  return paper
}

/** The concepts of both, those of the first one first. */
const unitedConcepts = (a: readonly string[], b: readonly string[]): string[] => {
  const keys = new Set(a.map(textKey))
  return [...a, ...b.filter((name) => !keys.has(textKey(name)))]
}

/**
 * Merges a duplicate into another paper: its address redirects there, and the other paper gets its concepts and its places in
 * gaps. Published briefs stay as they are; the redirect covers the papers that they feature. Throws `not_found`, `wrong_state`
 * unless both are public, and `invalid` for a paper and itself.
 */
export const mergePaper = async (tx: ActionContext, { id, into, note, actor }: MergePaperInput): Promise<void> => {
  if (id === into) throw validationFailure([{ path: 'into', message: 'must be another paper' }])
  const duplicate = await getMergeable(tx, id)
  const target = await getMergeable(tx, into)
  const concepts = unitedConcepts(target.concepts, duplicate.concepts)
  if (concepts.length > MAX_CONCEPTS)
    throw new Failure(
      'wrong_state',
      `Together they would have more than ${MAX_CONCEPTS} concepts; remove some from ${id} first.`,
    )
  const at = tx.now.toISOString()
  await tx.papers.mergeInto(id, into, { note: note ?? `Merged into ${into}, which is the same paper.`, actor, at })
  const after = { state: 'merged', into, note }
  await tx.audit.record({ at, actor, act: 'paper.merge', subject: id, before: { state: 'accepted' }, after })
  const change = (paper: PaperWithText): PaperWithText => ({ ...paper, concepts })
  await savePaperVersion(tx, { id: into, change, version: null, actor, act: 'paper.edit' })
}
