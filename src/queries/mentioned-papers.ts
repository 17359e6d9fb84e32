import { byId, mentionedIds, nameMentions, type MentionedPapers } from '#core/papers/paper-mentions.ts'
import { openingOf } from '#core/passages/opening.ts'
import type { RelatedReader } from '#ports/store/ranking.ts'

/** Papers that one page, feed or email looks up; further ids stay as they are. */
const MAX_LOOKUPS = 200

/** The public ones among the papers that these texts mention, in one look-up. */
export const findMentionedPapers = async (
  reader: Pick<RelatedReader, 'publicPapers'>,
  texts: readonly (string | null)[],
): Promise<MentionedPapers> => byId(await reader.publicPapers(mentionedIds(texts, MAX_LOOKUPS)))

/** The openings of Markdown texts in plain words, with short titles in place of the ids of public papers. */
export const readOpenings = async (
  reader: Pick<RelatedReader, 'publicPapers'>,
  texts: readonly (string | null)[],
): Promise<(string | null)[]> => {
  const openings = texts.map((text) => (text === null ? null : openingOf(text)))
  const mentioned = await findMentionedPapers(reader, openings)
  return openings.map((opening) => (opening === null ? null : nameMentions(opening, mentioned)))
}

/** Papers for a list, whose commentaries are their openings as `readOpenings` gives them. */
export const withOpenings = async <P extends { commentary: string | null }>(
  reader: Pick<RelatedReader, 'publicPapers'>,
  papers: readonly P[],
): Promise<P[]> => {
  const openings = await readOpenings(
    reader,
    papers.map(({ commentary }) => commentary),
  )
  return papers.map((paper, index) => ({ ...paper, commentary: openings[index] ?? null }))
}
