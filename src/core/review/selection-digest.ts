import { createHash } from 'node:crypto'

/** A digest of papers in the versions that an editor was shown, fed one by one in the order of the queue. */
export const selectionDigest = () => {
  const hash = createHash('sha256')
  return {
    add: ({ id, version }: { id: string; version: number }): void => {
      hash.update(`${id}@${version}\n`)
    },
    end: (): string => hash.digest('base64url'),
  }
}
