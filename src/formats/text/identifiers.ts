import { arxivIdIn } from '#core/papers/identifiers.ts'

/** An arXiv id without version out of an id, an address or the DOI that arXiv gives it; null for anything else. */
export const bareArxivId = (text: string | null): string | null =>
  text === null ? null : (arxivIdIn(text) ?? arxivIdIn(`arxiv:${text}`))

/** What stands before a DOI that is written as an address or under its name. */
const BEFORE_DOI = /^(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|(?:urn:|info:)?doi[:/]?\s*)(?=10\.)/iu

/** A DOI without the address or the name of its scheme before it; what is none stays as it is. */
export const bareDoi = (text: string): string => text.trim().replace(BEFORE_DOI, '')

const DOI = /^10\.\d{4,9}\/\S+$/u

/** The address at which a DOI is resolved; null for what is no DOI. */
export const doiAddress = (doi: string | null): string | null =>
  doi !== null && DOI.test(doi) ? `https://doi.org/${doi}` : null

/** The DOI that an address of its resolver leads to; null for any other address. */
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

/** The one identifier that a text consists of, as people paste it into lists: as such, as an address, quoted. */
export const pastedIdentifier = (text: string): PastedIdentifier | null => {
  const said = text
    .replace(/^"(?<inner>.*)"$/u, '$<inner>')
    .replace(/[,;]$/u, '')
    .trim()
  const doi = bareDoi(said)
  if (DOI.test(doi)) return { doi }
  const arxivId = ARXIV.exec(said)?.groups?.id
  return arxivId === undefined ? null : { arxivId }
}

/** What lists and sentences set before an identifier, or behind it. */
const LIST_MARK = /^(?:[-*•–—]|\(?\d{1,4}[.)]|\[\d{1,4}\])\s+/u
const BEFORE = /^[[<("“']+/u
const BEHIND = /[>"”',;.]+$/u

/** A word without the signs of the sentence; a bracket at its end only where it has one more than it opens. */
const bareWord = (word: string): string => {
  const bare = word.replace(BEFORE, '').replace(BEHIND, '')
  return /[)\]]$/u.test(bare) && bare.split(/[([]/u).length < bare.split(/[)\]]/u).length
    ? bareWord(bare.slice(0, -1))
    : bare
}

/** The identifiers that a line of a list names: alone, behind a mark of the list, several, or among words. */
export const identifiersInLine = (line: string): PastedIdentifier[] => {
  const text = line.replace(LIST_MARK, '').trim()
  const whole = pastedIdentifier(text)
  if (whole !== null) return [whole]
  const words = text.replaceAll(/\b(?<scheme>doi|arxiv):\s+/giu, '$<scheme>:').split(/[\s;]+|,(?=10\.)/u)
  return words.flatMap((word) => pastedIdentifier(bareWord(word)) ?? [])
}

/** Where a journal stands: "arXiv", "arXiv preprint arXiv:2312.11805 [cs.CL]", "CoRR" with the volume "abs/2312.11805". */
const ARXIV_NAME = /^arxiv(?:\.org)?(?:\s*(?:e-?prints?|preprints?))?\b/iu
const PRINTED_ID =
  /(?:arxiv\s*:\s*|abs\/|preprint\s+|^arxiv\s+)(?<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?(?:\s*[[(][\w.-]+[\])])?[\s,.]*$/iu

/** The arXiv id at the end of what a record says of itself instead of a journal; null where there is none. */
export const printedArxivId = (text: string | null): string | null =>
  text === null ? null : (PRINTED_ID.exec(text)?.groups?.id ?? null)

/** Whether a journal is none, but arXiv. `volume` tells it of the name that DBLP gives to it. */
export const isArxivAsJournal = (container: string | null, volume: string | null): boolean =>
  container !== null &&
  (ARXIV_NAME.test(container) || (/^corr$/iu.test(container) && volume?.startsWith('abs/') === true))
