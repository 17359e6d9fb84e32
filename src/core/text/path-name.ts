import { fold, textKey, tokenize } from './tokenize.ts'

/** Longer names have no page of their own. */
const MAX_CHARACTERS = 200
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}+#]+/gu

/**
 * A name as it stands in the address of its page: `jose-luis-garcia` for "José-Luis García". Spellings with the same key share the
 * address, and the address has that key. Null for a name that has no such address: one that is very long, or of signs alone.
 */
export const pathName = (name: string): string | null => {
  if (name.length > MAX_CHARACTERS) return null
  const words = tokenize(name, false).map(({ parts }) => {
    const end = Math.max(...parts.map((part) => part.end))
    return fold(name.slice(parts[0]?.start ?? end, end)).replaceAll(BETWEEN_WORDS, '-')
  })
  const path = words.filter((word) => word !== '').join('-')
  return path !== '' && textKey(path) === textKey(name) ? path : null
}
