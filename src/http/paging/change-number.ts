import type { PublicReader } from '#ports/store/store.ts'

const CHANGE_NUMBER_HEADER = 'X-Change-Seq'

/**
 * The number of the last change that a list certainly knows of: it is read before the list. Who walks a list and then asks for
 * the changes after the number of its first page has missed nothing, however much changed during the walk.
 */
export const changeNumber = async ({ changes }: Pick<PublicReader, 'changes'>): Promise<Record<string, string>> => ({
  [CHANGE_NUMBER_HEADER]: String(await changes.last()),
})
