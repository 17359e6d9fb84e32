import { type Editor, editorActor, includesRole } from '#core/access/editor.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import {
  type AssessedFields,
  type AssessmentSuggestions,
  describeReason,
  type Suggestion,
} from '#core/assessment/suggestion.ts'
import { type Millionths, toUnit } from '#core/papers/score.ts'
import type { FormBody } from '#http/input/body.ts'
import type { Store } from '#ports/store/store.ts'
import type { SubmissionDetails } from '#queries/submissions.ts'
import type { SuggestAssessment } from '#queries/suggest-assessment.ts'
import { assessmentSchema } from '#schemas/paper-schema.ts'
import { parseInput } from '#schemas/validate.ts'

/** The submitted fields of an assessment under their wire names (contract 2.1). */
export type AssessmentFormValues = {
  chapter: string
  type: string
  longHorizonScore: string
  enterpriseScore: string
  /** The ticked ones. */
  concepts: string[]
  /** Additional ones, as typed. */
  moreConcepts: string
  frameworkMappings: string
  houseCommentary: string
}

/** Not a comma, since names of concepts may contain one. */
const SEPARATOR = '; '

const joinNames = (names: readonly string[]): string => names.join(SEPARATOR)

const splitNames = (text: string): string[] =>
  text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const scoreText = (score: Millionths | null): string => (score === null ? '' : String(toUnit(score)))

const toAssessmentForm = (fields: AssessedFields): AssessmentFormValues => ({
  chapter: String(fields.chapter ?? ''),
  type: fields.type ?? '',
  longHorizonScore: scoreText(fields.longHorizon),
  enterpriseScore: scoreText(fields.enterprise),
  concepts: fields.concepts,
  moreConcepts: '',
  frameworkMappings: joinNames(fields.frameworks),
  houseCommentary: fields.commentary ?? '',
})

/** The assessment in a form; null for a form without one, which only decides. */
export const readAssessmentForm = (body: FormBody): AssessmentFormValues | null => {
  const { fields } = body
  if (fields.assessed !== '1') return null
  const given = (name: string): string => fields[name] ?? ''
  return {
    chapter: given('chapter'),
    type: given('type'),
    longHorizonScore: given('longHorizonScore'),
    enterpriseScore: given('enterpriseScore'),
    concepts: body.getAll('concepts'),
    moreConcepts: given('moreConcepts'),
    frameworkMappings: given('frameworkMappings'),
    houseCommentary: given('houseCommentary'),
  }
}

/** A number, or the text itself, so that the schema reports it; undefined for an empty field. */
const parseNumber = (text: string): number | string | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return undefined
  return Number.isFinite(Number(plain)) ? Number(plain) : text
}

/** Throws `invalid` with every error. */
export const parseAssessmentForm = (form: AssessmentFormValues): AssessedFields =>
  parseInput(assessmentSchema, {
    chapter: parseNumber(form.chapter),
    type: form.type === '' ? undefined : form.type,
    longHorizonScore: parseNumber(form.longHorizonScore),
    enterpriseScore: parseNumber(form.enterpriseScore),
    concepts: [...form.concepts, ...splitNames(form.moreConcepts)],
    frameworkMappings: splitNames(form.frameworkMappings),
    houseCommentary: form.houseCommentary,
  })

type Kind = Parameters<typeof describeReason>[0]

/** A suggested value with its reason; `label` is its text for people. */
export type Proposal = { value: string; label: string; reason: string }

export type AssessmentField = {
  value: string
  /** Whether the value is a suggestion that no editor has confirmed. */
  isSuggested: boolean
  /** Strongest first. */
  proposals: Proposal[]
}

export type ConceptOption = { name: string; isTicked: boolean; isSuggested: boolean; isNew: boolean; reason: string }

export type AssessmentForm = {
  chapter: AssessmentField
  type: AssessmentField
  longHorizonScore: AssessmentField
  enterpriseScore: AssessmentField
  concepts: ConceptOption[]
  moreConcepts: string
  frameworkMappings: AssessmentField
  houseCommentary: AssessmentField
}

/** Suggested concepts from this strength on are ticked. On the example corpus, editors chose three of five of them. */
const MIN_TICKED_STRENGTH = 0.3

const reasonText = (kind: Kind, { reasons }: Pick<Suggestion<unknown>, 'reasons'>): string =>
  reasons.map((reason) => describeReason(kind, reason)).join('; ')

const proposalsOf = <T extends string | number>(
  kind: Kind,
  given: readonly Suggestion<T>[],
  labelOf: (value: T) => string = String,
): Proposal[] =>
  given.map((one) => ({ value: String(one.value), label: labelOf(one.value), reason: reasonText(kind, one) }))

const scoreProposals = (given: Suggestion<number> | null): Proposal[] =>
  given === null ? [] : proposalsOf('concept', [{ ...given, value: toUnit(given.value) }])

/** The existing value, or else the strongest suggestion. */
const prefilledField = (value: string, proposals: Proposal[]): AssessmentField => {
  const [first] = proposals
  return value !== '' || first === undefined
    ? { value, isSuggested: false, proposals }
    : { value: first.value, isSuggested: true, proposals }
}

const conceptOptions = (
  ticked: readonly string[],
  suggestions: AssessmentSuggestions,
  isSettled: boolean,
): ConceptOption[] => {
  const suggested = new Map(suggestions.concepts.map((one) => [one.value, one]))
  const own = ticked.map((name) => ({
    name,
    isTicked: true,
    isSuggested: false,
    isNew: false,
    reason: suggested.has(name) ? reasonText('concept', suggested.get(name) ?? { reasons: [] }) : '',
  }))
  const further = suggestions.concepts
    .filter(({ value }) => !ticked.includes(value))
    .map((one) => {
      const isTicked = !isSettled && ticked.length === 0 && one.strength >= MIN_TICKED_STRENGTH
      return { name: one.value, isTicked, isSuggested: isTicked, isNew: false, reason: reasonText('concept', one) }
    })
  const fresh = suggestions.newConcepts
    .filter(({ value }) => !ticked.includes(value))
    .map((one) => ({
      name: one.value,
      isTicked: false,
      isSuggested: false,
      isNew: true,
      reason: reasonText('concept', one),
    }))
  return [...own, ...further, ...fresh]
}

type FormSource = {
  paper: AssessedFields
  suggestions: AssessmentSuggestions
  /** A draft that was taken over, or the editor's own assessment from a decision that was undone. */
  draft: AssessmentDraft | undefined
  /** A form that was refused. It is shown as submitted, without suggestions. */
  typed: AssessmentFormValues | null
}

const prefillForm = ({ paper, suggestions, draft, typed }: FormSource): AssessmentForm => {
  const start = typed ?? toAssessmentForm({ ...paper, ...draft?.fields })
  const isSettled = (field: keyof AssessedFields): boolean => typed !== null || draft?.fields[field] !== undefined
  const filled = (field: keyof AssessedFields, value: string, proposals: Proposal[]): AssessmentField =>
    isSettled(field) ? { value, isSuggested: false, proposals } : prefilledField(value, proposals)
  const frameworks = proposalsOf('framework', suggestions.frameworks)
  return {
    chapter: filled('chapter', start.chapter, proposalsOf('concept', suggestions.chapters)),
    type: filled(
      'type',
      start.type,
      proposalsOf('type', suggestions.types, (type) => type.replaceAll('_', ' ')),
    ),
    longHorizonScore: filled('longHorizon', start.longHorizonScore, scoreProposals(suggestions.longHorizon)),
    enterpriseScore: filled('enterprise', start.enterpriseScore, scoreProposals(suggestions.enterprise)),
    concepts: conceptOptions(start.concepts, suggestions, isSettled('concepts')),
    moreConcepts: start.moreConcepts,
    frameworkMappings: filled(
      'frameworks',
      start.frameworkMappings,
      frameworks.length === 0
        ? []
        : [
            {
              value: joinNames(frameworks.map(({ value }) => value)),
              label: joinNames(frameworks.map(({ label }) => label)),
              reason: frameworks.map(({ label, reason }) => `${label}: ${reason}`).join('; '),
            },
          ],
    ),
    houseCommentary: { value: start.houseCommentary, isSuggested: false, proposals: [] },
  }
}

/** A draft with the name of its author. */
export type NamedDraft = AssessmentDraft & { name: string; isTaken: boolean }

/** The form with which an editor assesses a paper. `takenFrom` is the author of the draft it was filled from, or empty. */
export type OpenAssessment = { form: AssessmentForm; drafts: NamedDraft[]; takenFrom: string }

type Ports = { store: Store; suggestAssessment: SuggestAssessment }

type OpenAssessmentInput = {
  submission: SubmissionDetails
  editor: Editor
  /** A form that was refused. */
  typed: AssessmentFormValues | null
  takenFrom: string
  nameOf: (actor: string) => string
}

const KEY = /^key:/u

/** An agent is named by the label of its key. */
const nameDraft = async (
  { store }: Ports,
  { author }: AssessmentDraft,
  nameOf: OpenAssessmentInput['nameOf'],
): Promise<string> =>
  KEY.test(author) ? ((await store.private.keys.find(author.replace(KEY, '')))?.label ?? author) : nameOf(author)

/** Null if this editor has nothing to assess. */
export const findOpenAssessment = async (
  ports: Ports,
  { submission, editor, typed, takenFrom, nameOf }: OpenAssessmentInput,
): Promise<OpenAssessment | null> => {
  const { paper, queued, decision } = submission
  if (queued.state !== 'pending' || decision !== null || !includesRole(editor.role, 'editor')) return null
  const { store, suggestAssessment } = ports
  const suggestions = await suggestAssessment(store.private, paper)
  const all = await store.private.assessments.listDrafts(paper.id)
  const taken = all.find(({ author }) => author === takenFrom)
  const isOwn = ({ author }: AssessmentDraft): boolean => author === editorActor(editor)
  const own = all.find((draft) => isOwn(draft) && draft.version === queued.version)
  const others = all.filter((draft) => !isOwn(draft))
  return {
    form: prefillForm({ paper, suggestions, draft: taken ?? own, typed }),
    drafts: await Promise.all(
      others.map(async (draft) => ({
        ...draft,
        name: await nameDraft(ports, draft, nameOf),
        isTaken: draft === taken,
      })),
    ),
    takenFrom: taken?.author ?? '',
  }
}
