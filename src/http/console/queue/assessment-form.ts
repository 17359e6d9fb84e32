import { type LibraryWords, showsField } from '#core/papers/library-words.ts'
import type { PaperField } from '#core/papers/paper-fields.ts'
import type { LiveSite } from '#ports/site.ts'
import { type Editor, editorActor, includesRole } from '#core/access/editor.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import {
  type AssessedFields,
  type AssessmentSuggestions,
  confidenceOf,
  type describeReason,
  LIKELY_CONFIDENCE,
  type Suggestion,
  type SuggestionReason,
} from '#core/assessment/suggestion.ts'
import { type FormDraft, type OtherAuthor, typingSince } from '#core/editorial/form-draft.ts'
import { type Millionths, toUnit } from '#core/papers/score.ts'
import type { FormBody } from '#http/input/body.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { findActorNames } from '#queries/actor-names.ts'
import type { SubmissionDetails } from '#queries/submissions.ts'
import type { SuggestAssessment } from '#queries/suggest-assessment.ts'
import { assessmentSchema } from '#schemas/paper-schema.ts'
import { parseInput, validate, type Validated } from '#schemas/validate.ts'
import { type AssessmentPreview, previewAssessment } from './assessment-preview.ts'

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

const objectOf = (form: AssessmentFormValues): Record<string, unknown> => ({
  chapter: parseNumber(form.chapter),
  type: form.type === '' ? undefined : form.type,
  longHorizonScore: parseNumber(form.longHorizonScore),
  enterpriseScore: parseNumber(form.enterpriseScore),
  concepts: [...form.concepts, ...splitNames(form.moreConcepts)],
  frameworkMappings: splitNames(form.frameworkMappings),
  houseCommentary: form.houseCommentary,
})

/** Throws `invalid` with every error. */
export const parseAssessmentForm = (form: AssessmentFormValues): AssessedFields =>
  parseInput(assessmentSchema, objectOf(form))

export const validateAssessmentForm = (form: AssessmentFormValues): Validated<AssessedFields> =>
  validate(assessmentSchema, objectOf(form))

type Kind = Parameters<typeof describeReason>[0]

/** A suggested value with its reasons; `label` is its text for people. */
export type Chip = { value: string; label: string; confidence: number; kind: Kind; reasons: SuggestionReason[] }

/** The chips of a field, strongest first. What nobody took stays out of its value. */
export type AssessmentField = { value: string; chips: Chip[] }

/** `chip` is null for a concept that is not suggested. */
export type ConceptOption = { name: string; isTicked: boolean; isNew: boolean; chip: Chip | null }

export type AssessmentForm = {
  chapter: AssessmentField
  type: AssessmentField
  longHorizonScore: AssessmentField
  enterpriseScore: AssessmentField
  concepts: ConceptOption[]
  moreConcepts: string
  frameworkMappings: AssessmentField
  houseCommentary: string
}

const chipsOf = <T extends string | number>(
  kind: Kind,
  given: readonly Suggestion<T>[],
  labelOf: (value: T) => string = String,
): Chip[] =>
  given.map(({ value, strength, reasons }) => ({
    value: String(value),
    label: labelOf(value),
    confidence: confidenceOf({ strength }),
    kind,
    reasons,
  }))

const scoreChips = (given: Suggestion<Millionths> | null): Chip[] =>
  given === null ? [] : chipsOf('concept', [{ ...given, value: toUnit(given.value) }])

/** The fields that are filled by chips. A field of a list may take several. */
const chipFields = ['chapter', 'type', 'longHorizonScore', 'enterpriseScore', 'frameworkMappings'] as const
type ChipField = (typeof chipFields)[number]
export const isListField = (field: string): boolean => field === 'frameworkMappings'

const fieldChips = (suggestions: AssessmentSuggestions): Record<ChipField, Chip[]> => ({
  chapter: chipsOf('concept', suggestions.chapters),
  type: chipsOf('type', suggestions.types, (type) => type.replaceAll('_', ' ')),
  longHorizonScore: scoreChips(suggestions.longHorizon),
  enterpriseScore: scoreChips(suggestions.enterprise),
  frameworkMappings: chipsOf('framework', suggestions.frameworks),
})

/** Ticked concepts first, then suggested ones, then phrases that may become concepts. */
const conceptOptions = (ticked: readonly string[], suggestions: AssessmentSuggestions): ConceptOption[] => {
  const known = chipsOf('concept', suggestions.concepts)
  const own = ticked.map((name) => {
    const chip = known.find(({ value }) => value === name) ?? null
    return { name, isTicked: true, isNew: false, chip }
  })
  const further = (chips: readonly Chip[], isNew: boolean): ConceptOption[] =>
    chips
      .filter(({ value }) => !ticked.includes(value))
      .map((chip) => ({ name: chip.value, isTicked: false, isNew, chip }))
  return [...own, ...further(known, false), ...further(chipsOf('concept', suggestions.newConcepts), true)]
}

const toForm = (values: AssessmentFormValues, suggestions: AssessmentSuggestions): AssessmentForm => {
  const chips = fieldChips(suggestions)
  const field = (name: ChipField): AssessmentField => ({ value: values[name], chips: chips[name] })
  return {
    chapter: field('chapter'),
    type: field('type'),
    longHorizonScore: field('longHorizonScore'),
    enterpriseScore: field('enterpriseScore'),
    concepts: conceptOptions(values.concepts, suggestions),
    moreConcepts: values.moreConcepts,
    frameworkMappings: field('frameworkMappings'),
    houseCommentary: values.houseCommentary,
  }
}

/** Takes everything that `TAKE_ALL` stands for: the strongest suggestion of each empty field, and the likely concepts. */
export const TAKE_ALL = 'all'

/** The value of the button of a chip. */
export const takeValue = (field: string, value: string): string => `${field}:${value}`

const takeAll = (values: AssessmentFormValues, suggestions: AssessmentSuggestions): AssessmentFormValues => {
  const chips = fieldChips(suggestions)
  const filled = chipFields.map((field) => {
    const [first] = chips[field]
    if (values[field].trim() !== '' || first === undefined) return [field, values[field]]
    return [field, isListField(field) ? joinNames(chips[field].map(({ value }) => value)) : first.value]
  })
  const likely = chipsOf('concept', suggestions.concepts).filter(({ confidence }) => confidence >= LIKELY_CONFIDENCE)
  const concepts = values.concepts.length > 0 ? values.concepts : likely.map(({ value }) => value)
  return { ...values, ...(Object.fromEntries(filled) as Record<ChipField, string>), concepts }
}

/** Fills a field with the chip of this button, or empties it again; a button of no chip changes nothing. */
const takeChip = (values: AssessmentFormValues, suggestions: AssessmentSuggestions, take: string) => {
  const chips = fieldChips(suggestions)
  for (const field of chipFields)
    for (const { value } of chips[field]) {
      if (takeValue(field, value) !== take) continue
      const names = isListField(field) ? splitNames(values[field]) : [values[field].trim()].filter((one) => one !== '')
      const others = isListField(field) ? names.filter((name) => name !== value) : []
      return { ...values, [field]: joinNames(names.includes(value) ? others : [...others, value]) }
    }
  return values
}

type FormSource = {
  paper: AssessedFields
  suggestions: AssessmentSuggestions
  /** A draft that was taken over, or the editor's own assessment from a decision that was undone. */
  draft: AssessmentDraft | undefined
  /** A form that was sent and comes back. */
  typed: AssessmentFormValues | null
  /** The button of a suggestion with which it was sent; null for any other. */
  take: string | null
}

/** What people gave. Suggestions stand next to it and fill no field. */
const openValues = ({ paper, suggestions, draft, typed, take }: FormSource): AssessmentFormValues => {
  const start = typed ?? toAssessmentForm({ ...paper, ...draft?.fields })
  return take === null ? start : take === TAKE_ALL ? takeAll(start, suggestions) : takeChip(start, suggestions, take)
}

/** A draft with the name of its author. */
export type NamedDraft = AssessmentDraft & { name: string; isTaken: boolean }

/** The form of the console that the editor types an assessment and a decision into, for their draft of it. */
export const formOf = (id: string): string => `queue/${id}`

/** The form with which an editor assesses a paper. `takenFrom` is the author of the draft it was filled from, or empty. */
export type OpenAssessment = {
  form: AssessmentForm
  drafts: NamedDraft[]
  takenFrom: string
  preview: AssessmentPreview
  /** What this editor has typed into the form before, and who else is typing into it. */
  typed: { draft: FormDraft | null; others: OtherAuthor[] }
}

type Ports = {
  store: Store
  suggestAssessment: SuggestAssessment
  site: LiveSite
  clock: Clock
  markdown: MarkdownRenderer
}

/** Suggestions for the fields that a library shows. */
const shownSuggestions = (found: AssessmentSuggestions, words: LibraryWords): AssessmentSuggestions => {
  const has = (field: PaperField): boolean => showsField(field, words)
  return {
    ...found,
    types: has('type') ? found.types : [],
    longHorizon: has('longHorizon') ? found.longHorizon : null,
    enterprise: has('enterprise') ? found.enterprise : null,
    concepts: has('concepts') ? found.concepts : [],
    newConcepts: has('concepts') ? found.newConcepts : [],
    frameworks: has('frameworks') ? found.frameworks : [],
  }
}

type OpenAssessmentInput = {
  submission: SubmissionDetails
  editor: Editor
  /** A form that was sent and comes back. */
  typed: AssessmentFormValues | null
  take: string | null
  takenFrom: string
}

/** Null if this editor has nothing to assess. */
export const findOpenAssessment = async (
  ports: Ports,
  { submission, editor, typed, take, takenFrom }: OpenAssessmentInput,
): Promise<OpenAssessment | null> => {
  const { paper, queued, decision } = submission
  if (queued.state !== 'pending' || decision !== null || !includesRole(editor.role, 'editor')) return null
  const { store, suggestAssessment, site, clock } = ports
  const { formDrafts } = store.private
  const name = formOf(paper.id)
  const suggestions = shownSuggestions(await suggestAssessment(store.private, paper), site.current())
  const all = await store.private.assessments.listDrafts(paper.id)
  const taken = all.find(({ author }) => author === takenFrom)
  const isOwn = ({ author }: AssessmentDraft): boolean => author === editorActor(editor)
  const own = all.find((draft) => isOwn(draft) && draft.version === queued.version)
  const others = all.filter((draft) => !isOwn(draft))
  const nameOf = await findActorNames(
    store.private,
    others.map(({ author }) => author),
  )
  const values = openValues({ paper, suggestions, draft: taken ?? own, typed, take })
  return {
    form: toForm(values, suggestions),
    preview: await previewAssessment(ports, {
      paper,
      assessed: validateAssessmentForm(values),
      commentary: values.houseCommentary,
      drafts: all,
      takenFrom: taken?.author ?? '',
      actor: editorActor(editor),
    }),
    drafts: others.map((draft) => ({ ...draft, name: nameOf(draft.author), isTaken: draft === taken })),
    takenFrom: taken?.author ?? '',
    typed: {
      draft: await formDrafts.find(editor.id, name),
      others: await formDrafts.listOthers(editor.id, name, typingSince(clock.now())),
    },
  }
}
