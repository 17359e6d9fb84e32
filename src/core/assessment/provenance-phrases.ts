import type { EditedBy } from '#core/editorial/version.ts'
import {
  type ActorKind,
  kindOfActor,
  type ProvenanceForm,
  type PublicValueProvenance,
  type ValueProvenance,
} from './provenance.ts'

type Named = { from: ProvenanceForm; by: string | null; confirmedBy: string | null }

const EXAMPLE = 'the example corpus'

/** How a value came about: "drafted by an API key, confirmed by an editor". */
const phrase = ({ from, by, confirmedBy }: Named): string => {
  const confirmation = confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`
  if (from === 'suggestion')
    return `suggested from similar papers${confirmation === '' && by !== null ? `, taken over by ${by}` : confirmation}`
  if (by === null) return `given by somebody who was not recorded${confirmation}`
  if (by === EXAMPLE) return `from ${by}${confirmation}`
  return `${from === 'draft' ? 'drafted' : 'given'} by ${by}${confirmation}`
}

const kindNames: Record<ActorKind, string> = {
  editor: 'an editor',
  key: 'an API key',
  operator: 'the operator',
  source: 'a watched source',
  example: EXAMPLE,
}

export const describePublicProvenance = ({ from, by, confirmedBy }: PublicValueProvenance): string =>
  phrase({
    from,
    by: by === null ? null : kindNames[by],
    confirmedBy: confirmedBy === null ? null : kindNames[confirmedBy],
  })

/** @param nameOf names editors, and keys by their labels */
export const describeProvenance = (
  { from, by, confirmed }: ValueProvenance,
  nameOf: (actor: string) => string,
): string => {
  const named = (act: EditedBy | null): string | null => {
    if (act === null) return null
    const kind = kindOfActor(act.actor)
    if (kind === 'key') return `the API key “${nameOf(act.actor)}”`
    return kind === 'editor' ? nameOf(act.actor) : kindNames[kind]
  }
  return phrase({ from, by: named(by), confirmedBy: named(confirmed) })
}
