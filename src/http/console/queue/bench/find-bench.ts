import { editorActor, includesRole, type Editor } from '#core/access/editor.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import type { Store } from '#ports/store/store.ts'
import type { SuggestAssessment } from '#queries/assessment/suggest-assessment.ts'
import type { SubmissionDetails } from '#queries/get-submission-details.ts'
import type { AssessmentFormValues } from './form-values.ts'
import { prefillBench, type Bench } from './prefill.ts'

/** A draft with the name of whoever it is by. */
export type NamedDraft = AssessmentDraft & { name: string; isTaken: boolean }

/** What an editor assesses a paper with. `takenFrom` is whose draft the form began from; empty where it is nobody's. */
export type OpenBench = { bench: Bench; drafts: NamedDraft[]; takenFrom: string }

type Ports = { store: Store; suggestAssessment: SuggestAssessment }

type BenchInput = {
  submission: SubmissionDetails
  editor: Editor
  /** A form that came back. */
  typed: AssessmentFormValues | null
  takenFrom: string
  nameOf: (actor: string) => string
}

const KEY = /^key:/u

/** Agents by the labels of their keys. */
const nameDraft = async (
  { store }: Ports,
  { author }: AssessmentDraft,
  nameOf: BenchInput['nameOf'],
): Promise<string> =>
  KEY.test(author) ? ((await store.private.keys.find(author.replace(KEY, '')))?.label ?? author) : nameOf(author)

/** Null where this editor has nothing to assess. */
export const findBench = async (
  ports: Ports,
  { submission, editor, typed, takenFrom, nameOf }: BenchInput,
): Promise<OpenBench | null> => {
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
    bench: prefillBench({ paper, suggestions, draft: taken ?? own, typed }),
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
