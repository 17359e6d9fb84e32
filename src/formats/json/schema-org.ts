import { memberReader, paperFields, type Person } from '#formats/record.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { parseDate, plainAbstract, withoutMarkup } from '#formats/text/text.ts'
import { isMembers, membersOf, textOf, type Members } from './members.ts'

const kinds: Record<string, string> = {
  ScholarlyArticle: 'journal-article',
  MedicalScholarlyArticle: 'journal-article',
  Book: 'book',
  Chapter: 'chapter',
  Thesis: 'thesis',
  Report: 'report',
  TechArticle: 'report',
  Dataset: 'dataset',
  SoftwareSourceCode: 'software',
}

/** The types of works. */
export const schemaOrgKinds: readonly string[] = Object.keys(kinds)

/** A property may have one value or a list of them. */
const valuesOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

const typesOf = (thing: Members): string[] =>
  valuesOf(thing['@type']).map((type) => (textOf(type) ?? '').replace(/^(?:https?:\/\/)?schema(?:\.org\/|:)/u, ''))

/** Whether an object of JSON-LD describes a work that a library collects. */
export const isSchemaOrgWork = (thing: Members): boolean =>
  typesOf(thing).some((type) => Object.hasOwn(kinds, type)) && (thing.name ?? thing.headline) !== undefined

/** The text of a value, or the name of the thing that it is. */
const nameOf = (value: unknown): string | null => {
  const [first] = valuesOf(value)
  const text = textOf(first) ?? textOf(membersOf(first).name)
  return text ?? textOf(membersOf(first)['@value'])
}

const personOf = (value: unknown): Person => {
  const person = membersOf(value)
  const family = textOf(person.familyName)
  if (family !== null) return { given: textOf(person.givenName), family }
  return { name: nameOf(value), isGroup: typesOf(person).includes('Organization') }
}

/** Issue, volume and journal enclose each other. */
const MAX_ENCLOSING = 4

const enclosing = (work: Members): Members[] => {
  const found: Members[] = []
  let [part] = valuesOf(work.isPartOf).map(membersOf)
  while (part !== undefined && found.length < MAX_ENCLOSING) {
    found.push(part)
    part = valuesOf(part.isPartOf).map(membersOf)[0]
  }
  return found
}

/** Addresses and numbers of a work: as text, or as a property with a name and a value. */
const identifiersOf = (work: Members): string[] =>
  [work.identifier, work.sameAs, work['@id'], work.doi, work.url].flatMap(valuesOf).flatMap((value) => {
    const text = textOf(value) ?? (isMembers(value) ? (textOf(value.value) ?? textOf(value['@id'])) : null)
    return text === null ? [] : [text]
  })

const BOOKKEEPING = new Set(
  '@context @id @type identifier sameAs doi url image isAccessibleForFree hasPart inLanguage mainEntityOfPage dateModified dateCreated about citation thumbnailUrl copyrightHolder copyrightYear editor provider sourceOrganization potentialAction encoding issn isbn genre version creativeWorkStatus accessMode'.split(
    ' ',
  ),
)

/** A work in the words of schema.org (JSON-LD). */
export const schemaOrgFields = (work: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = memberReader(work)
  const text = (name: string): string | null => nameOf(take(name))
  const parts = enclosing(work)
  take('isPartOf')
  const ofPart = (name: string): string | null =>
    parts.map((part) => textOf(part[name])).find((one) => one !== null) ?? null
  const identifiers = identifiersOf(work)
  const doi = identifiers.map(bareDoi).find((identifier) => /^10\.\d{4,9}\//u.test(identifier)) ?? null
  const [first, last] = [text('pageStart'), text('pageEnd')]
  const [headline, name] = [text('headline'), text('name')]
  const [abstract, description] = [text('abstract'), text('description')]
  const [authors, creators] = [valuesOf(take('author')), valuesOf(take('creator'))]
  const [published, created] = [text('datePublished'), text('dateCreated')]
  const [keywords, license] = [take('keywords'), take('license')]
  const type = typesOf(work).find((one) => Object.hasOwn(kinds, one)) ?? ''
  const arxivId = identifiers.map(bareArxivId).find((id) => id !== null) ?? null
  const journal = parts.findLast((part) => textOf(part.name) !== null)
  const isProceedings = /proceedings|conference|workshop|symposium/iu.test(textOf(journal?.name) ?? '')
  const isArticle = kinds[type] === 'journal-article'
  const isPreprint = isArticle && journal === undefined && (arxivId !== null || bareArxivId(doi) !== null)
  const title = headline ?? name
  const fields = paperFields({
    title: title === null ? null : withoutMarkup(title),
    people: (authors.length > 0 ? authors : creators).map(personOf),
    date: parseDate(published ?? created ?? ''),
    doi,
    arxivId,
    url: textOf(valuesOf(work.url)[0]) ?? identifiers.find((one) => /^https?:/u.test(one)) ?? null,
    abstract: plainAbstract(abstract ?? description ?? ''),
    container: textOf(journal?.name),
    volume: ofPart('volumeNumber'),
    issue: ofPart('issueNumber'),
    pages: first === null || last === null || first === last ? (first ?? text('pagination')) : `${first}-${last}`,
    publisher: text('publisher'),
    kind: isPreprint ? 'preprint' : isArticle && isProceedings ? 'conference-paper' : (kinds[type] ?? null),
    license: textOf(valuesOf(license)[0]) ?? textOf(membersOf(license).url) ?? nameOf(license),
    topics: valuesOf(keywords).flatMap((word) => (nameOf(word) ?? '').split(/[,;]/u)),
  })
  return { fields, unmapped: rest().filter((member) => !BOOKKEEPING.has(member)) }
}
