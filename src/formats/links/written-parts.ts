import { arxivLink, doiLink, paperLink, type PaperLink } from '#core/papers/paper-link.ts'

/** An identifier within text: with its scheme, a bare DOI, or an address. Punctuation after it is not part of it. */
const WRITTEN = /https?:\/\/[^\s<>"|[\]]{4,2000}|\barxiv:\s?[a-z\d./-]{7,40}|\b10\.\d{4,9}\/[^\s<>"|]{1,300}/giu

/** Text without the closing brackets and punctuation at its end that belong to the sentence around it. */
const withoutEnd = (text: string): string => {
  let end = text.length
  let unopened = text.split(')').length - text.split('(').length
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!".,;:!?]}'”’*_`".includes(last)) break
  }
  return text.slice(0, end)
}

/** A piece of text, or an address in it. */
export type WrittenPart = { text: string } | { address: string; link: PaperLink | null }

/** Splits text at the addresses and identifiers that are written in it. */
export const writtenParts = (text: string): WrittenPart[] => {
  const parts: WrittenPart[] = []
  let from = 0
  for (const { 0: whole, index } of text.matchAll(WRITTEN)) {
    const address = withoutEnd(whole)
    const link = /^https?:/iu.test(address)
      ? paperLink(address)
      : address.startsWith('10.')
        ? doiLink(address)
        : arxivLink(address)
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ address, link })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
