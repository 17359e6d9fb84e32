import type { DocumentPart } from '#pdf/document/document-part.ts'

/** Marks that would become emphasis, code or a tag. Brackets are links only before a parenthesis. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\`*]/gu, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/<(?=[A-Za-z/!?])/gu, '\\<')
    .replaceAll('](', ']\\(')
    .replaceAll(/&(?=#?\w{1,31};)/gu, '\\&')

/** Marks that make something of a line that they begin. */
const escapeStart = (text: string): string =>
  text
    .replace(/^(?=[#>+=|~-])/u, '\\')
    .replace(/^(?<number>\d{1,9})(?=[.)](?:\s|$))/u, '$<number>\\')
    .replace(/^(?<label>\[[^\]]{1,300}\])(?=:)/u, '$<label>\\')

const line = (text: string): string => escapeStart(escapeText(text))

const present = (part: DocumentPart): string => {
  if (part.kind === 'heading') return `${'#'.repeat(Math.min(6, part.level))} ${escapeText(part.text)}`
  return part.kind === 'reference' ? `- ${line(part.text)}` : line(part.text)
}

/** A document as Markdown that shows what was printed, whatever signs are in it. */
export const documentMarkdown = (parts: readonly DocumentPart[]): string => {
  let text = ''
  let last: DocumentPart | undefined
  for (const part of parts) {
    const isListed = part.kind === 'reference' && last?.kind === 'reference'
    text += `${last === undefined ? '' : isListed ? '\n' : '\n\n'}${present(part)}`
    last = part
  }
  return text
}
