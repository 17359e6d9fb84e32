import { actorNames } from '#core/access/editor.ts'
import type { PrivateReader } from '#ports/store/store.ts'

const KEY = /^key:/u

/** Actors as editors know them: people by their names, API keys by their labels, others as they are. */
export const findActorNames = async (
  { editors, keys }: Pick<PrivateReader, 'editors' | 'keys'>,
  actors: readonly string[],
): Promise<(actor: string) => string> => {
  const labels = new Map<string, string>()
  for (const actor of new Set(actors.filter((one) => KEY.test(one)))) {
    const key = await keys.find(actor.replace(KEY, ''))
    if (key !== null) labels.set(actor, key.label)
  }
  const nameOf = actorNames(await editors.list())
  return (actor) => labels.get(actor) ?? nameOf(actor)
}
