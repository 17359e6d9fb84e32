import { doiIn } from '#core/papers/identifiers.ts'
import { texName, texText } from '#core/text/tex-text.ts'
import { noticed, paperFields, invertedName } from '#formats/record.ts'
import { parseDate, paragraphs } from '#formats/text/text.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { isWithdrawal, withdrawalIn } from '#formats/text/withdrawal.ts'
import { findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ReadMetadata } from './xml-records.ts'

/** Types of publication in the vocabularies of OpenAIRE, COAR and DCMI, in their words. */
const kinds: Record<string, string> = {
  article: 'journal-article',
  journalarticle: 'journal-article',
  researcharticle: 'journal-article',
  contributiontojournal: 'journal-article',
  conferenceobject: 'conference-paper',
  conferencepaper: 'conference-paper',
  conferenceproceedings: 'book',
  book: 'book',
  bookpart: 'chapter',
  bookchapter: 'chapter',
  bachelorthesis: 'thesis',
  masterthesis: 'thesis',
  doctoralthesis: 'thesis',
  thesis: 'thesis',
  preprint: 'preprint',
  report: 'report',
  technicalreport: 'report',
  workingpaper: 'report',
  dataset: 'dataset',
  software: 'software',
}

/** The kind that one of the types names: "info:eu-repo/semantics/article", "Journal Article", "Thesis (PhD)". */
const kindOf = (types: readonly string[]): string | null =>
  types
    .map(
      (type) =>
        kinds[
          type
            .replace(/^.*\//u, '')
            .replace(/\(.*$/u, '')
            .toLowerCase()
            .replaceAll(/[^a-z]/gu, '')
        ],
    )
    .find((kind) => kind !== undefined) ?? null

const TAKEN = new Set(['title', 'creator', 'subject', 'description', 'date', 'identifier', 'publisher', 'rights'])

const isAddress = (text: string): boolean => /^https?:\/\//iu.test(text)

/** Dublin Core as repositories send it (oai_dc): any element may be repeated, and none has parts. */
export const dublinCoreFields = (metadata: XmlElement): ReadMetadata => {
  const linesOf = (name: string): string[] =>
    findAll(metadata, name)
      .map(lineOf)
      .filter((text) => text !== null)
  const dates = linesOf('date').map(parseDate)
  const identifiers = linesOf('identifier')
  const addresses = identifiers.filter(isAddress)
  const rights = linesOf('rights').filter((text) => !text.startsWith('info:eu-repo/semantics/'))
  const [description] = findAll(metadata, 'description')
  const abstract = texText(paragraphs(rawText(description)))
  const kind = kindOf(linesOf('type'))
  const fields = paperFields({
    title: texText(linesOf('title')[0] ?? ''),
    people: linesOf('creator').map((name) => invertedName(texName(name))),
    // The earliest date: arXiv adds one for each version.
    date: dates.filter((date) => date !== null).toSorted()[0] ?? null,
    doi: identifiers.map(doiIn).find((doi) => doi !== null) ?? null,
    arxivId: addresses.map(bareArxivId).find((id) => id !== null) ?? null,
    url: addresses[0] ?? null,
    abstract: isWithdrawal(abstract) ? null : abstract,
    publisher: linesOf('publisher')[0] ?? null,
    kind,
    license: rights.find(isAddress) ?? rights[0] ?? null,
    topics: linesOf('subject'),
  })
  const further = findAll(metadata, 'description').length > 1 ? ['description (after the first)'] : []
  const taken = kind === null ? TAKEN : new Set([...TAKEN, 'type'])
  return { fields, unmapped: [...namesExcept(metadata, taken), ...further], ...noticed(withdrawalIn(abstract, null)) }
}
