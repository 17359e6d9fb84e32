import { bracketedAddress, inlineText } from '#schemas/markdown.ts'
import { citationFormats } from './citation-formats.ts'
import { citedAddress, citedAuthors, citedPlace, plainCitation, type Reference, titleSentence } from './reference.ts'

/** The forms of a citation that a reader copies: those that reference managers import, and those that people write. */

/** The address of a link, in brackets only if it has characters that would end it. */
const linkAddress = (address: string): string => (/[()<>\\\s]/u.test(address) ? bracketedAddress(address) : address)

/** A citation in Markdown, the title a link. */
export const markdownCitation = (reference: Reference): string => {
  const place = citedPlace(reference)
  const title = `[${inlineText(titleSentence(reference.title))}](${linkAddress(citedAddress(reference))})`
  const published = place === null ? '' : ` *${inlineText(place)}*.`
  return `${inlineText(citedAuthors(reference))} (${reference.year}). ${title}${published}`
}

export type CopiedCitation = {
  id: string
  name: string
  write: (reference: Reference) => string
  /** The ending of its file; null if it is only copied. */
  fileExtension: string | null
}

export const copiedCitations: readonly CopiedCitation[] = [
  { id: 'plain', name: 'Text', fileExtension: null, write: plainCitation },
  ...citationFormats.map(({ name, fileExtension, write }) => ({ id: fileExtension, name, fileExtension, write })),
  { id: 'markdown', name: 'Markdown', fileExtension: null, write: markdownCitation },
  { id: 'link', name: 'Link', fileExtension: null, write: citedAddress },
]
