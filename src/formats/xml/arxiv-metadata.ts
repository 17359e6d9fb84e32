import { paperFields, type Person } from '#formats/record/paper-fields.ts'
import { parseDate } from '#formats/text/dates.ts'
import { texText } from '#formats/text/latex.ts'
import { paragraphs } from '#formats/text/plain-text.ts'
import { find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ReadMetadata } from './oai-pmh.ts'

const TAKEN = new Set('id created version authors title categories journal-ref doi license abstract'.split(' '))

const tex = (element: XmlElement | undefined): string => texText(lineOf(element) ?? '')

/** What both forms have in common. @param first the day of the first version */
const metadataFields = (
  metadata: XmlElement,
  people: readonly Person[],
  first: XmlElement | undefined,
): ReadMetadata => {
  const id = lineOf(find(metadata, 'id'))
  const fields = paperFields({
    title: tex(find(metadata, 'title')),
    people,
    date: parseDate(lineOf(first) ?? ''),
    // An author may give several, apart by spaces.
    doi: lineOf(find(metadata, 'doi'))?.split(' ')[0] ?? null,
    arxivId: id,
    url: id === null ? null : `https://arxiv.org/abs/${id}`,
    abstract: texText(paragraphs(rawText(find(metadata, 'abstract')))),
    container: lineOf(find(metadata, 'journal-ref')),
    kind: 'preprint',
    license: lineOf(find(metadata, 'license')),
    institution: lineOf(find(metadata, 'authors', 'author', 'affiliation')),
    topics: (lineOf(find(metadata, 'categories')) ?? '').split(' '),
  })
  return { fields, unmapped: namesExcept(metadata, TAKEN) }
}

const personOf = (author: XmlElement): Person => {
  const suffix = tex(find(author, 'suffix'))
  const family = tex(find(author, 'keyname'))
  return { family: suffix === '' ? family : `${family} ${suffix}`, given: tex(find(author, 'forenames')) }
}

/** What arXiv calls `arXiv`: names in parts, and when the first version came. */
export const arxivFields = (metadata: XmlElement): ReadMetadata =>
  metadataFields(metadata, findAll(metadata, 'authors', 'author').map(personOf), find(metadata, 'created'))

/** Affiliations stand in parentheses behind a name, and may hold commas. */
const withoutParentheses = (text: string): string => {
  let depth = 0
  let kept = ''
  for (const sign of text) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += sign
  }
  return kept
}

const SUFFIX = /,\s+(?<suffix>(?:Jr|Sr)\.?|I{2,3}|IV)(?=\s*(?:,|$)|\s+and\s)/gu
/** A group may stand before its members. */
const COLLABORATION = /(?<=\b(?:collaborations?|consortium|team|group))\s*:\s+/giu

/** Authors in one line: "The X Collaboration: A. One, B. Two, Jr. (MIT) and C. Three". */
const peopleIn = (line: string): Person[] =>
  withoutParentheses(line)
    .replaceAll(SUFFIX, ' $<suffix>')
    .replaceAll(COLLABORATION, ', ')
    .split(/\s*,\s+and\s+|\s*,\s*|\s+and\s+/u)
    .map((name) => ({ name: texText(name.trim()) }))

/** What arXiv calls `arXivRaw`: every version, and the authors as they were typed. */
export const arxivRawFields = (metadata: XmlElement): ReadMetadata =>
  metadataFields(metadata, peopleIn(lineOf(find(metadata, 'authors')) ?? ''), find(metadata, 'version', 'date'))
