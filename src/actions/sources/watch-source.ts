import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { SourceDefinition, WatchedSource } from '#core/sources/watched-source.ts'
import { getSource } from './get-source.ts'

type WatchSourceInput = {
  source: SourceDefinition
  /** The day from which on records are asked for; null: all there are. */
  from: string | null
  actor: string
}

const sameQuestion = (one: SourceDefinition, other: SourceDefinition): boolean =>
  one.kind === other.kind &&
  one.address === other.address &&
  one.query === other.query &&
  one.metadataPrefix === other.metadataPrefix

/** Adds a source, which is asked at once. Throws `duplicate_id` for one that is there already. */
export const watchSource = async (
  tx: ActionContext,
  { source, from, actor }: WatchSourceInput,
): Promise<WatchedSource> => {
  const known = (await tx.sources.list()).find((other) => sameQuestion(source, other))
  if (known !== undefined)
    throw new Failure('duplicate_id', `The source ${known.id} (${known.name}) asks for the same papers.`)
  const at = tx.now.toISOString()
  const id = await tx.sources.add(source, { from, actor, at })
  await tx.audit.record({ at, actor, act: 'source.add', subject: String(id), before: null, after: { ...source, from } })
  return getSource(tx, id)
}
