import type { RelatedReader } from '#ports/store/related.ts'

/** Editors name papers by their ids, as in "the ledger of MemStrata (p113)". */
const PAPER_ID_IN_TEXT = /(?<![\w[/.:-])p\d{1,15}\b(?![\]/])/gu

const MAX_LOOKUPS = 50

/** Which of the papers that these texts name are public. */
export const findMentionedPapers = async (
  reader: Pick<RelatedReader, 'publicPapers'>,
  texts: readonly (string | null)[],
): Promise<ReadonlySet<string>> => {
  const named = texts.flatMap((text) => text?.match(PAPER_ID_IN_TEXT) ?? [])
  const ids = [...new Set(named)].slice(0, MAX_LOOKUPS)
  return new Set((await reader.publicPapers(ids)).map(({ id }) => id))
}

/** Markdown in which the ids of these papers lead to their pages. */
export const linkPaperIds = (text: string, ids: ReadonlySet<string>): string =>
  text.replaceAll(PAPER_ID_IN_TEXT, (id) => (ids.has(id) ? `[${id}](/papers/${id})` : id))
