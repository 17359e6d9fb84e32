import type { ReadRecord } from '#core/imports/imported-record.ts'
import { forwardReferences } from '#formats/forward-references.ts'
import { paperFields, type Person } from '#formats/record.ts'
import { bareDoi } from '#formats/text/identifiers.ts'
import { parseLooseDate, plainAbstract, withoutMarkup, withoutTagsAround } from '#formats/text/text.ts'
import { zoteroIdentifiers, zoteroKind } from '#formats/zotero.ts'
import { childrenOf, find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'

/** What an item refers to: its journal or book, or an attached file. */
type Target = { enclosing: XmlElement } | { attachment: XmlElement }

/** The lists of creators that Zotero shows first, by the item types that have them. */
const AUTHORS = ['authors', 'presenters', 'programmers', 'contributors']

/** What other lists of creators an item may have is reported by name. */
const TAKEN = new Set([
  ...AUTHORS,
  ...'itemType isPartOf link isReferencedBy subject title abstract date identifier pages publisher rights volume number description presentedAt citationKey language libraryCatalog dateSubmitted alternative archive archiveLocation archiveID repository shortTitle journalAbbreviation'.split(
    ' ',
  ),
])

const peopleIn = (list: XmlElement): Person[] =>
  findAll(list, 'Seq', 'li', 'Person').map((person) => {
    const family = lineOf(find(person, 'surname'))
    const given = lineOf(find(person, 'givenName')) ?? lineOf(find(person, 'givenname'))
    return given === null ? { name: family, isGroup: true } : { family, given }
  })

/** Identifiers stand side by side: "DOI 10.1000/a", "ISSN 1476-4687", and an address as a resource of its own. */
const doiIn = (element: XmlElement): string | null =>
  findAll(element, 'identifier')
    .map((identifier) => /^DOI (?<doi>\S+)$/u.exec(lineOf(identifier) ?? '')?.groups?.doi)
    .map((doi) => (doi === undefined ? null : bareDoi(doi)))
    .find((doi) => doi !== null) ?? null

const addressIn = (element: XmlElement): string | null => lineOf(find(element, 'identifier', 'URI', 'value'))

const isAddress = (text: string): boolean => /^https?:\/\//iu.test(text)

/** The address of an attached PDF; the name of a file on somebody's disk is none. */
const pdfAddress = (attachment: XmlElement): string | null => {
  const address = addressIn(attachment)
  return lineOf(find(attachment, 'type')) === 'application/pdf' && address !== null && isAddress(address)
    ? address
    : null
}

type Parts = { enclosing: readonly XmlElement[]; attachments: readonly XmlElement[] }

const fieldsOf = (
  item: XmlElement,
  { enclosing, attachments }: Parts,
): { fields: Record<string, unknown>; unmapped: string[] } => {
  const text = (name: string): string | null => lineOf(find(item, name))
  /** Of the item itself, or of what encloses it, in which Zotero keeps volume, number and even the DOI of an article. */
  const nearest = (read: (element: XmlElement) => string | null): string | null =>
    [item, ...enclosing].map(read).find((found) => found !== null) ?? null
  const lines = (name: string): string | null => nearest((element) => lineOf(find(element, name)))
  const type = text('itemType') ?? ''
  const extra = findAll(item, 'description')
    .map((description) => rawText(description))
    .join('\n')
  const number = text('number')
  const {
    doi,
    arxivId,
    rest: note,
  } = zoteroIdentifiers({ doi: nearest(doiIn), extra, numbers: [text('archiveID'), number] })
  const kind = zoteroKind(type, arxivId)
  const journal = enclosing.find(({ name }) => name !== 'Series')
  const organization = lineOf(find(item, 'publisher', 'Organization', 'name'))
  const isInstitution = kind === 'thesis' || kind === 'report'
  const address = addressIn(item) ?? item.attributes['rdf:about'] ?? null
  const people = AUTHORS.map((name) => findAll(item, name)).find((lists) => lists.length > 0) ?? []
  const fields = paperFields({
    title: withoutTagsAround(text('title')),
    people: people.flatMap(peopleIn),
    date: parseLooseDate(text('date') ?? ''),
    doi,
    arxivId,
    url: address !== null && isAddress(address) ? address : null,
    storageUrl: attachments.map(pdfAddress).find((pdf) => pdf !== null) ?? null,
    abstract: plainAbstract(rawText(find(item, 'abstract'))),
    container: withoutTagsAround(
      lineOf(find(journal, 'title')) ?? lineOf(find(item, 'presentedAt', 'Conference', 'title')),
    ),
    volume: lines('volume'),
    issue: enclosing.map((part) => lineOf(find(part, 'number'))).find((issue) => issue !== null) ?? null,
    pages: text('pages'),
    publisher: isInstitution || organization === 'arXiv' ? null : organization,
    institution: isInstitution ? organization : null,
    kind,
    license: text('rights'),
    topics: findAll(item, 'subject').map((subject) => withoutMarkup(lineOf(subject) ?? '')),
  })
  const others = AUTHORS.filter((name) => findAll(item, name).some((list) => !people.includes(list)))
  return {
    fields,
    unmapped: [
      ...namesExcept(item, TAKEN),
      ...others,
      ...(note === '' ? [] : ['description']),
      ...(number === null || /^arxiv:/iu.test(number) ? [] : ['number']),
      ...(kind === null ? ['itemType'] : []),
    ],
  }
}

/** The resources that a child refers to by their names. */
const referencesIn = (item: XmlElement, name: string): string[] =>
  findAll(item, name).flatMap(({ attributes }) => attributes['rdf:resource'] ?? [])

/** A series encloses a volume, and a volume an article. */
const MAX_ENCLOSING = 4

const NOT_WORKS = new Set(['attachment', 'note', 'annotation'])

/**
 * Reads the resources of RDF/XML as Zotero exports them. An item refers to its journal and its attachments, which stand after it, by
 * their names; where a name stands once in the file, Zotero writes what it names in its place.
 */
export const zoteroRdf = () => {
  const references = forwardReferences<Target>()
  const partsOf = (item: XmlElement): Parts => {
    const enclosing: XmlElement[] = []
    let [part] = [item].flatMap(enclosingOf)
    while (part !== undefined && enclosing.length < MAX_ENCLOSING) {
      enclosing.push(part)
      part = enclosingOf(part)[0]
    }
    const attachments = referencesIn(item, 'link').flatMap((name) => {
      const target = references.get(name)
      references.forget(name)
      return target !== undefined && 'attachment' in target ? [target.attachment] : []
    })
    return { enclosing, attachments }
  }
  const enclosingOf = (element: XmlElement): XmlElement[] => [
    ...findAll(element, 'isPartOf').flatMap(childrenOf),
    ...referencesIn(element, 'isPartOf').flatMap((name) => {
      const target = references.get(name)
      return target !== undefined && 'enclosing' in target ? [target.enclosing] : []
    }),
  ]
  return {
    /** The items that are complete with this resource. */
    read(resource: XmlElement, at: { position: string; source: string }): ReadRecord[] {
      const type = lineOf(find(resource, 'itemType'))
      const name = resource.attributes['rdf:about'] ?? ''
      const size = at.source.length
      if (type !== null && !NOT_WORKS.has(type))
        return references.add({
          size,
          needs: [...referencesIn(resource, 'isPartOf'), ...referencesIn(resource, 'link')],
          build: () => [
            {
              format: 'zotero',
              recordId: lineOf(find(resource, 'citationKey')) ?? (isAddress(name) ? name : null),
              ...fieldsOf(resource, partsOf(resource)),
              ...at,
            },
          ],
        })
      if (type === 'attachment') references.define(name, { attachment: resource }, size)
      else if (type === null && find(resource, 'title') !== undefined)
        references.define(name, { enclosing: resource }, size)
      return references.release()
    },
    end: references.end,
  }
}
