import { arxivIdIn } from '#core/papers/identifiers.ts'

/** The arXiv id, without version, in an id, an address or a DOI of arXiv; null for anything else. */
export const bareArxivId = (text: string | null): string | null =>
  text === null ? null : (arxivIdIn(text) ?? arxivIdIn(`arxiv:${text}`))

/** The prefix of a DOI that is written as an address or with its scheme. */
const BEFORE_DOI = /^(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|(?:urn:|info:)?doi[:/]?\s*)(?=10\.)/iu

/** A DOI without its address or scheme; other text is returned as it is. */
export const bareDoi = (text: string): string => text.trim().replace(BEFORE_DOI, '')

/** A quotation mark belongs to the text around a DOI. */
const DOI = /^10\.\d{4,9}\/[^\s"]+$/u

/** The address that resolves a DOI; null for other text. */
export const doiAddress = (doi: string | null): string | null =>
  doi !== null && DOI.test(doi) ? `https://doi.org/${doi}` : null

/** The DOI in a resolver address; null for any other address. */
export const doiOfAddress = (address: string | null): string | null => {
  const [path = ''] = address === null ? [] : bareDoi(address).split(/[?#]/u)
  try {
    const doi = decodeURIComponent(path)
    return DOI.test(doi) ? doi : null
  } catch {
    return null
  }
}

const ARXIV =
  /^(?:(?:https?:\/\/)?(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/|arxiv:\s*)?(?<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf|[?#]\S*|\s*\[[\w.-]+\])?$/iu

export type PastedIdentifier = { doi: string } | { arxivId: string }

/** The identifier that makes up a text, as people paste it into lists: bare, as an address or quoted. */
export const pastedIdentifier = (text: string): PastedIdentifier | null => {
  const bare = text
    .replace(/^"(?<inner>.*)"$/u, '$<inner>')
    .replace(/[,;]$/u, '')
    .trim()
  const doi = bareDoi(bare)
  if (DOI.test(doi)) return { doi }
  const arxivId = ARXIV.exec(bare)?.groups?.id
  return arxivId === undefined ? null : { arxivId }
}

/** The marker before an entry of a list. */
const LIST_MARK = /^(?:[-*•–—]|\(?\d{1,4}[.)]|\[\d{1,4}\])\s+/u

/** A line of a list without its marker, such as "[12] " or "- ". */
export const withoutListMark = (line: string): string => line.replace(LIST_MARK, '')

/** Punctuation around an identifier. */
const BEFORE = /^[[<("“']+/u
const AFTER = '>"”\',;.'

/** A word without surrounding punctuation. Closing brackets at its end stay if the word opens them. */
const bareWord = (word: string): string => {
  const bare = word.replace(BEFORE, '')
  let unopened = bare.split(/[)\]]/u).length - bare.split(/[([]/u).length
  let end = bare.length
  for (; end > 0; end -= 1) {
    const last = bare.charAt(end - 1)
    if (AFTER.includes(last)) continue
    if (unopened <= 0 || (last !== ')' && last !== ']')) break
    unopened -= 1
  }
  return bare.slice(0, end)
}

/** Old DOIs end in ".CO;2-T". */
const CELL_END = /[,\t](?=\S)|(?<!\.CO);(?=\S)/iu

const cellsOf = (line: string): string[] => line.split(CELL_END).filter((cell) => cell.trim() !== '')

/**
 * Whether a line is a row of a table: an identifier in a cell beside another cell that is none, or quoted cells. An identifier alone
 * would lose the rest of it, and where a DOI ends in it is unclear.
 */
export const isTableRow = (line: string): boolean => {
  const cells = cellsOf(line)
  const known = cells.filter((cell) => pastedIdentifier(cell) !== null).length
  return known < cells.length && cells.length > 1 && (known > 0 || /(?:^|,)"[^"]*(?:"|$)/u.test(line))
}

/** Every identifier has four digits in a row, and most words have not. */
const SOME_DIGITS = /\d{4}/u

/** The identifiers in a line of a list: alone, after a list marker, several, or within text; none in a row of a table. */
export const identifiersInLine = (line: string): PastedIdentifier[] => {
  if (!SOME_DIGITS.test(line)) return []
  const text = withoutListMark(line).trim()
  const cells = cellsOf(text)
  const inCells = cells.flatMap((cell) => pastedIdentifier(cell) ?? [])
  if (inCells.length === cells.length) return inCells
  if (isTableRow(text)) return []
  const words = text.replaceAll(/\b(?<scheme>doi|arxiv):\s+/giu, '$<scheme>:').split(/[\s;]+|,(?=10\.)/u)
  return words.filter((word) => SOME_DIGITS.test(word)).flatMap((word) => pastedIdentifier(bareWord(word)) ?? [])
}

/** arXiv in place of a journal: "arXiv", "arXiv preprint arXiv:2312.11805 [cs.CL]", "CoRR" with the volume "abs/2312.11805". */
const ARXIV_NAME = /^arxiv(?:\.org)?(?:\s*(?:e-?prints?|preprints?))?\b/iu
const PRINTED_ID =
  /(?:arxiv\s*:\s*|abs\/|preprint\s+|^arxiv\s+)(?<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?(?:\s*[[(][\w.-]+[\])])?[\s,.]*$/iu

/** The arXiv id at the end of such a journal or volume, or null. */
export const printedArxivId = (text: string | null): string | null =>
  text === null ? null : (PRINTED_ID.exec(text)?.groups?.id ?? null)

/** Whether a journal is in fact arXiv. DBLP calls it CoRR, which its `volume` confirms. */
export const isArxivAsJournal = (container: string | null, volume: string | null): boolean =>
  container !== null &&
  (ARXIV_NAME.test(container) || (/^corr$/iu.test(container) && volume?.startsWith('abs/') === true))

/** Lines of a note in which Zotero keeps identifiers that its item type has no field for. */
const ARXIV_NOTE = /^(?:arxiv:\s*)(?<id>\S+)(?:\s+\[[\w.-]+\])?\s*$/imu
const DOI_NOTE = /^doi:\s*(?:https?:\/\/(?:dx\.)?doi\.org\/)?(?<doi>10\.\d{4,9}\/\S+)\s*$/imu

/** The identifiers in such lines, and the rest of the note. */
export const identifiersInNote = (note: string): { arxivId: string | null; doi: string | null; rest: string } => ({
  arxivId: bareArxivId(ARXIV_NOTE.exec(note)?.groups?.id ?? null),
  doi: DOI_NOTE.exec(note)?.groups?.doi ?? null,
  rest: note.replace(ARXIV_NOTE, '').replace(DOI_NOTE, '').trim(),
})

const ID_MONTH = /^(?:[a-z-]+(?:\.[A-Z]{2})?\/)?(?<year>\d\d)(?<month>0[1-9]|1[0-2])(?:\.\d{4,5}|(?<=\/\d{4})\d{3})$/iu

/** arXiv began in August 1991. */
const FIRST_YEAR = 91

/** The month in which arXiv gave an id, ISO 8601: 2210.03629 is of 2022-10, math/0306266 of 2003-06. */
export const arxivMonth = (arxivId: string | null): string | null => {
  const { year, month } = ID_MONTH.exec(arxivId ?? '')?.groups ?? {}
  return year === undefined ? null : `${Number(year) >= FIRST_YEAR ? 19 : 20}${year}-${month}`
}
