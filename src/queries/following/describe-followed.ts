import { describeSearch } from '#core/following/describe-search.ts'
import type { FollowedSearch } from '#core/following/followed-search.ts'
import type { PublicReader } from '#ports/store/store.ts'

/** What a search is called, with the names that its chapter and concept have now. */
export const describeFollowed = async (
  { chapters, library }: Pick<PublicReader, 'chapters' | 'library'>,
  search: FollowedSearch,
): Promise<string> => {
  const named = search.of === 'papers' && search.chapter !== null ? await chapters.names() : []
  const concept = search.of === 'papers' && search.concept !== null ? await library.conceptName(search.concept) : null
  return describeSearch(search, {
    chapter: (number) => named.find((chapter) => chapter.number === number)?.name ?? null,
    concept,
  })
}
