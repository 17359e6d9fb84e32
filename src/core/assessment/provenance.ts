import { actingEditorId } from '#core/access/editor.ts'
import type { EditedBy } from '#core/editorial/version.ts'
import type { AssessmentDraft } from './assessment-draft.ts'
import { confidentFieldNames } from './confident-fields.ts'
import type { AssessedFields } from './suggestion.ts'

/** A field of an assessment that holds one value, which somebody gave. */
export type JudgedField = (typeof confidentFieldNames)[number]
type JudgedValues = Pick<AssessedFields, JudgedField>

/** What a value was before it was stored: given as it is, a draft of an agent or editor, or a suggestion from similar papers. */
export const provenanceForms = ['given', 'draft', 'suggestion'] as const
export type ProvenanceForm = (typeof provenanceForms)[number]

export type ValueProvenance = {
  from: ProvenanceForm
  /** Who gave or drafted the value, or took the suggestion; null if that was not recorded. */
  by: EditedBy | null
  /** The editor who saw the value of somebody else, or a suggestion, and kept it; null if nobody did. */
  confirmed: EditedBy | null
}

/** Who gave each value of an assessment. Fields without a value, and values of which nothing was recorded, are absent. */
export type Provenance = Partial<Record<JudgedField, ValueProvenance>>

const ofEachField = (describe: (field: JudgedField) => ValueProvenance | undefined): Provenance =>
  Object.fromEntries(
    confidentFieldNames.flatMap((field) => {
      const value = describe(field)
      return value === undefined ? [] : [[field, value]]
    }),
  )

export const hasJudgedValue = (values: JudgedValues): boolean =>
  confidentFieldNames.some((field) => values[field] !== null)

/** The provenance of values that came with a new paper. */
export const provenanceOfNew = (values: JudgedValues, by: EditedBy): Provenance =>
  ofEachField((field) => (values[field] === null ? undefined : { from: 'given', by, confirmed: null }))

/** The provenance of suggestions that somebody took. An editor has seen each of them, a command has not. */
export const provenanceOfSuggested = (values: Partial<JudgedValues>, by: EditedBy): Provenance =>
  ofEachField((field) =>
    (values[field] ?? null) === null
      ? undefined
      : { from: 'suggestion', by, confirmed: actingEditorId(by.actor) === null ? null : by },
  )

/** Who changes a paper, and who gave the values that differ, unless the actor did. */
export type ProvenanceChange = EditedBy & { given?: Provenance | undefined }

/** The provenance after a change: a value that stays the same keeps its own. */
export const provenanceAfter = (
  known: Provenance,
  { before, after }: { before: JudgedValues; after: JudgedValues },
  { actor, at, given }: ProvenanceChange,
): Provenance => {
  const changed = given ?? provenanceOfNew(after, { actor, at })
  return ofEachField((field) =>
    after[field] === null ? undefined : (after[field] === before[field] ? known : changed)[field],
  )
}

type DecidedValues = {
  /** The paper as it is, and who gave its values. */
  stored: JudgedValues
  known: Provenance
  decided: JudgedValues
  /** Latest first. */
  drafts: readonly AssessmentDraft[]
  /** The author of the draft that the editor took over, if any. */
  takenFrom?: string | undefined
  by: EditedBy
}

/**
 * Drafts of agents come first, since an editor who took a decision back left a draft of the same values; then the one that was
 * taken over. What somebody drafted for themselves is their own judgment.
 */
const inOrderOfTrust = ({ drafts, takenFrom, by }: DecidedValues): AssessmentDraft[] => {
  const place = ({ author }: AssessmentDraft): number =>
    (actingEditorId(author) === null ? 0 : 2) + (author === takenFrom ? 0 : 1)
  return drafts.filter(({ author }) => author !== by.actor).toSorted((a, b) => place(a) - place(b))
}

/**
 * The provenance of the values with which an editor accepts a paper. A value that the paper had already, or that a draft proposes, is
 * confirmed; any other is the editor's own.
 */
export const provenanceOfDecided = (made: DecidedValues): Provenance => {
  const { stored, known, decided, by } = made
  const drafts = inOrderOfTrust(made)
  return ofEachField((field) => {
    const value = decided[field]
    if (value === null) return undefined
    if (value === stored[field]) {
      const before = known[field] ?? { from: 'given', by: null, confirmed: null }
      return before.by?.actor === by.actor ? before : { ...before, confirmed: by }
    }
    const draft = drafts.find(({ fields }) => fields[field] === value)
    return draft === undefined
      ? { from: 'given', by, confirmed: null }
      : { from: 'draft', by: { actor: draft.author, at: draft.at }, confirmed: by }
  })
}

/** What anybody may know of an actor: names of people and labels of keys are for editors. */
export const actorKinds = ['editor', 'key', 'operator', 'source', 'example'] as const
export type ActorKind = (typeof actorKinds)[number]

/** The command line, and whatever else is neither a person, a key nor a source, is the operator. */
export const kindOfActor = (actor: string): ActorKind => {
  if (actingEditorId(actor) !== null) return 'editor'
  if (actor.startsWith('key:')) return 'key'
  if (actor.startsWith('source:')) return 'source'
  return actor === 'starter' ? 'example' : 'operator'
}

export type PublicValueProvenance = { from: ProvenanceForm; by: ActorKind | null; confirmedBy: ActorKind | null }
export type PublicProvenance = Partial<Record<JudgedField, PublicValueProvenance>>

/** The provenance without names and instants. */
export const publicProvenance = (provenance: Provenance): PublicProvenance =>
  Object.fromEntries(
    Object.entries(provenance).map(([field, { from, by, confirmed }]) => [
      field,
      {
        from,
        by: by === null ? null : kindOfActor(by.actor),
        confirmedBy: confirmed === null ? null : kindOfActor(confirmed.actor),
      },
    ]),
  )
