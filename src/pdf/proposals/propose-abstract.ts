import { isAbstractHeading } from '#pdf/blocks/block-kind.ts'
import type { DocumentPart } from '#pdf/document/document-part.ts'

const INLINE = /^(?:abstract|summary)\s?(?:[.:—–-]+\s*|(?=\p{Lu}))(?=\S)/iu
const ENDS =
  /^(?:key ?words|index terms|ccs concepts|categories and subject|general terms|acm reference|1\.? introduction)\b/iu
const MOST_PARAGRAPHS = 6
const LONGEST = 20_000

/** The abstract: what stands under its heading, or the paragraph that begins with its name. */
export const proposeAbstract = (parts: readonly DocumentPart[]): string | null => {
  const near = parts.slice(0, 80)
  const at = near.findIndex(({ kind, text }) => kind === 'heading' && isAbstractHeading(text))
  const found: string[] = []
  if (at !== -1)
    for (const { kind, text } of near.slice(at + 1)) {
      if (kind === 'heading' || kind === 'reference' || ENDS.test(text) || found.length >= MOST_PARAGRAPHS) break
      if (kind === 'paragraph' || (kind === 'aside' && found.length === 0)) found.push(text)
      else if (text.length > 200 && kind === 'aside') found.push(text)
    }
  if (found.length === 0) {
    const named = near.find(({ kind, text }) => kind !== 'heading' && INLINE.test(text))
    if (named !== undefined) found.push(named.text.replace(INLINE, ''))
  }
  const text = found.join('\n\n').trim()
  return text === '' || text.length > LONGEST ? null : text
}
