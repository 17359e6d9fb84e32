import { Failure } from '#core/failure.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'
import type { SourceReader } from '#ports/store/sources.ts'

/** Throws `not_found`. */
export const getSource = async (
  { sources }: { sources: Pick<SourceReader, 'find'> },
  id: number,
): Promise<WatchedSource> => {
  const found = await sources.find(id)
  if (found === null) throw new Failure('not_found', `There is no source ${id}.`)
  return found
}
