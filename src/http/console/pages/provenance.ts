import { confidentFieldNames } from '#core/assessment/confident-fields.ts'
import { describeProvenance } from '#core/assessment/provenance-phrases.ts'
import type { JudgedField, Provenance } from '#core/assessment/provenance.ts'
import { fieldName, type LibraryWords, showsField } from '#core/papers/library-words.ts'
import type { Paper } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { findActorNames } from '#queries/actor-names.ts'
import { dateTime, factList } from './parts.ts'

/** Who gave each value of an assessment, for editors; null for a field without a value. */
export type ShownProvenance = Record<JudgedField, Html | null>

const actorsOf = (provenance: Provenance): string[] =>
  Object.values(provenance).flatMap(({ by, confirmed }) =>
    [by, confirmed].flatMap((act) => (act === null ? [] : [act.actor])),
  )

/** Who gave the values of a paper in any state, with names and the last instant. */
export const findShownProvenance = async (
  read: Pick<PrivateReader, 'assessments' | 'editors' | 'keys'>,
  paper: Paper,
): Promise<ShownProvenance> => {
  const provenance = await read.assessments.findProvenance(paper.id, null)
  const nameOf = await findActorNames(read, actorsOf(provenance))
  const shown = (field: JudgedField): Html | null => {
    if (paper[field] === null) return null
    const value = provenance[field]
    if (value === undefined) return html`not recorded`
    const { at } = value.confirmed ?? value.by ?? {}
    return html`<bdi>${describeProvenance(value, nameOf)}</bdi>${at !== undefined && html`, ${dateTime(at)}`}`
  }
  return {
    chapter: shown('chapter'),
    type: shown('type'),
    longHorizon: shown('longHorizon'),
    enterprise: shown('enterprise'),
  }
}

/** Nothing for a paper without any of these values. */
export const provenanceSection = (shown: ShownProvenance, words: LibraryWords): Html | false => {
  const facts = confidentFieldNames
    .filter((field) => showsField(field, words))
    .flatMap((field) => {
      const value = shown[field]
      return value === null ? [] : [[fieldName(field, words), value] as const]
    })
  return (
    facts.length > 0 &&
    html`<section aria-labelledby="assessed"><h2 id="assessed">Who gave the assessment</h2>${factList(facts)}</section>`
  )
}
