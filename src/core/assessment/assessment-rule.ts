import { actingEditorId } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { chapterChoices, lackedChapter, type NamedChapter } from '#core/papers/chapter.ts'
import { type Asked, type LackingField, lackingFields, lackingText } from './lacking.ts'
import type { AssessedFields } from './suggestion.ts'

/**
 * Whose acceptances publish only assessed papers: those of people in the console, those of API keys and commands, or both.
 * Other papers stay in review. What is public already stays public.
 */
export const assessmentRules = ['none', 'editors', 'keys', 'all'] as const
export type AssessmentRule = (typeof assessmentRules)[number]

type Actor = { rule: AssessmentRule; actor: string }

/** `chapters` and `words` are those of the library. */
type Accepting = Actor & { chapters: readonly NamedChapter[]; words: Asked['words'] }

/** Whether this actor publishes only assessed papers. */
export const requiresAssessment = ({ rule, actor }: Actor): boolean =>
  rule === 'all' || (rule !== 'none' && (actingEditorId(actor) !== null) === (rule === 'editors'))

/** What keeps a paper in review when this actor accepts it; empty if nothing does. */
export const holdingFields = (by: Accepting, paper: Pick<AssessedFields, LackingField>): LackingField[] =>
  requiresAssessment(by) ? lackingFields(paper, by) : []

/** Whether a paper stays in review: it has to be assessed first, or names a chapter that the library lacks. */
export const isHeld = (by: Accepting, paper: Pick<AssessedFields, LackingField>): boolean =>
  holdingFields(by, paper).length > 0 || lackedChapter(by.chapters, paper.chapter) !== null

/** Throws `wrong_state` if this actor may not publish the paper as it is. */
export const assertMayPublish = (by: Accepting, paper: Pick<AssessedFields, LackingField> & { id: string }): void => {
  const lacked = lackedChapter(by.chapters, paper.chapter)
  if (lacked !== null)
    throw new Failure(
      'wrong_state',
      `${paper.id} names chapter ${lacked}, which the library does not have: choose ${chapterChoices(by.chapters)}, then accept it.`,
    )
  const lacking = holdingFields(by, paper)
  if (lacking.length > 0)
    throw new Failure(
      'wrong_state',
      `${paper.id} stays in review until it is assessed (REQUIRE_ASSESSMENT=${by.rule}): give its ${lackingText(lacking)}, then accept it.`,
    )
}
