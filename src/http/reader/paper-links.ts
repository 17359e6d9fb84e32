import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
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

/** A tag, or the text up to the next one: what was typed holds no angle bracket any more. */
const TAG_OR_TEXT = /<(?<slash>\/?)(?<name>[a-z\d]+)[^>]*>|[^<]+/gu
/** In these an id is quoted, or leads elsewhere already. */
const WITHOUT_LINKS = new Set(['a', 'code', 'pre'])

/** Rendered Markdown in which the ids of these papers lead to their pages. */
export const linkPaperIds = (markup: MarkdownMarkup, ids: ReadonlySet<string>): MarkdownMarkup => {
  if (ids.size === 0) return markup
  let closed = 0
  return markup.replaceAll(TAG_OR_TEXT, (part: string, slash: string | undefined, name: string | undefined) => {
    if (name !== undefined) {
      if (WITHOUT_LINKS.has(name)) closed += slash === '' ? 1 : -1
      return part
    }
    if (closed > 0) return part
    return part.replaceAll(PAPER_ID_IN_TEXT, (id) => (ids.has(id) ? `<a href="/papers/${id}">${id}</a>` : id))
  }) as MarkdownMarkup
}
