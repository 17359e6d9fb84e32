import { byId, mentionedIds, type MentionedPapers } from '#core/papers/paper-mentions.ts'
import type { RelatedReader } from '#ports/store/ranking.ts'

/** Papers that one page, feed or email looks up; further ids stay as they are. */
const MAX_LOOKUPS = 200

/** The public ones among the papers that these texts mention, in one look-up. */
export const findMentionedPapers = async (
  reader: Pick<RelatedReader, 'publicPapers'>,
  texts: readonly (string | null)[],
): Promise<MentionedPapers> => byId(await reader.publicPapers(mentionedIds(texts, MAX_LOOKUPS)))
