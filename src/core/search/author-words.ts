/** The words of an author's name in the search language. */
export const authorWords = (author: string): string[] =>
  (author.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => `author:${word}`)
