import { type FoundReference, referred } from '#formats/cited-work.ts'
import { paperFields, type Person, wholeTitle } from '#formats/record.ts'
import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'
import { dateOf, oneLine } from '#formats/text/text.ts'
import { childrenOf, descendants, find, findAll, lineOf, namesExcept, rawText, type XmlElement } from './element.ts'
import type { ReadMetadata } from './xml-records.ts'
import type { ElementReader } from './xml-records.ts'

/** Notes and their marks, which are not part of the text around them. */
const NOTES = new Set(['xref', 'fn', 'fn-group', 'label', 'tex-math', 'object-id'])

const TAKEN = new Set(
  'article-id article-categories title-group contrib-group aff aff-alternatives pub-date volume issue fpage lpage elocation-id page-range permissions abstract kwd-group'.split(
    ' ',
  ),
)

const kinds: Record<string, string> = {
  proceedings: 'conference-paper',
  'conference-paper': 'conference-paper',
  preprint: 'preprint',
  dissertation: 'thesis',
  'data-paper': 'journal-article',
}

const plainWithout = (element: XmlElement | undefined, without: ReadonlySet<string>): string | null => {
  const text = oneLine(rawText(element, without))
  return text === '' ? null : text
}

const plain = (element: XmlElement | undefined): string | null => plainWithout(element, NOTES)

/** A group may list its members, who are not authors of their own. */
const WITHIN_GROUP = new Set([...NOTES, 'contrib-group', 'contrib', 'aff', 'email', 'ext-link'])

/** Of a name in several scripts, the one in the language of the article. */
const nameIn = (language: string, alternatives: XmlElement | undefined): XmlElement | undefined => {
  const names = findAll(alternatives, 'name')
  return names.find(({ attributes }) => (attributes['xml:lang'] ?? '').split('-')[0] === language) ?? names[0]
}

const personOf = (contributor: XmlElement, language: string): Person => {
  const group = find(contributor, 'collab') ?? find(contributor, 'collab-alternatives', 'collab')
  if (group !== undefined) return { name: plainWithout(group, WITHIN_GROUP), isGroup: true }
  const name =
    find(contributor, 'name') ??
    nameIn(language, find(contributor, 'name-alternatives')) ??
    find(contributor, 'name-alternatives', 'string-name') ??
    find(contributor, 'string-name')
  const suffix = plain(find(name, 'suffix'))
  const family = plain(find(name, 'surname'))
  const whole = family === null || suffix === null ? family : `${family} ${suffix}`
  return { family: whole, given: plain(find(name, 'given-names')), ...(family === null ? { name: plain(name) } : {}) }
}

/** An affiliation without its number, and the identifiers of its institution. */
const WITHIN_AFFILIATION = new Set([...NOTES, 'institution-id', 'email', 'sup', 'fax', 'phone'])

const affiliationText = (element: XmlElement | undefined): string | null =>
  plainWithout(element, WITHIN_AFFILIATION)?.replace(/[\s,;.]+$/u, '') ?? null

/** Affiliations by their ids, which contributors refer to. */
const affiliationsIn = (meta: XmlElement | undefined): Map<string, string | null> => {
  const all = [
    ...findAll(meta, 'aff'),
    ...findAll(meta, 'contrib-group', 'aff'),
    ...findAll(meta, 'contrib-group', 'aff-alternatives', 'aff'),
    ...findAll(meta, 'aff-alternatives', 'aff'),
  ]
  return new Map(all.map((element) => [element.attributes.id ?? '', affiliationText(element)]))
}

const detailsOf = (contributor: XmlElement, affiliations: ReadonlyMap<string, string | null>) => {
  const references = findAll(contributor, 'xref').filter(({ attributes }) => attributes['ref-type'] === 'aff')
  const ids = references.flatMap(({ attributes }) => (attributes.rid ?? '').split(/\s+/u))
  return {
    orcid: lineOf(
      findAll(contributor, 'contrib-id').find(
        ({ attributes }) => attributes['contrib-id-type']?.toLowerCase() === 'orcid',
      ),
    ),
    affiliations: [
      ...findAll(contributor, 'aff').map(affiliationText),
      ...ids.map((id) => affiliations.get(id) ?? null),
    ],
  }
}

const isAuthor = ({ attributes }: XmlElement): boolean =>
  ['author', 'collab', 'group'].includes(attributes['contrib-type'] ?? 'author')

/** The first publication in print or online, ignoring release dates of archives. */
const firstDate = (meta: XmlElement | undefined): string | null =>
  findAll(meta, 'pub-date')
    .filter(
      ({ attributes }) => !/pmc-release|nihms|preprint/u.test(attributes['pub-type'] ?? attributes['date-type'] ?? ''),
    )
    .map((date) => dateOf(lineOf(find(date, 'year')), lineOf(find(date, 'month')), lineOf(find(date, 'day'))))
    .filter((date) => date !== null)
    .toSorted()[0] ?? null

const abstractOf = (abstract: XmlElement | undefined): string | null => {
  const parts = childrenOf(abstract).flatMap((child) =>
    child.name === 'sec'
      ? [plain(find(child, 'title')), ...findAll(child, 'p').map(plain)]
      : child.name === 'title'
        ? []
        : [plain(child)],
  )
  const text = parts.filter((part) => part !== null).join('\n\n')
  const whole = plain(abstract)
  // Some publishers omit the paragraph around the text.
  return text.length * 2 > (whole?.length ?? 0) ? text : whole
}

const pagesOf = (meta: XmlElement | undefined): string | null => {
  const [first, last] = [lineOf(find(meta, 'fpage')), lineOf(find(meta, 'lpage'))]
  if (first === null) return lineOf(find(meta, 'elocation-id')) ?? lineOf(find(meta, 'page-range'))
  return last === null || last === first ? first : `${first}-${last}`
}

const CREATIVE_COMMONS = /https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/[\w./-]+(?<![.])/iu

/** The address of the licence, even if only in its text; otherwise the text. */
const licenseOf = (meta: XmlElement | undefined): string | null => {
  const license = find(meta, 'permissions', 'license')
  const links = descendants(license, 'ext-link').map(({ attributes }) => attributes['xlink:href'] ?? '')
  const address =
    license?.attributes['xlink:href'] ??
    lineOf(find(license, 'license_ref')) ??
    lineOf(find(meta, 'permissions', 'license_ref')) ??
    CREATIVE_COMMONS.exec([...links, rawText(license)].join(' '))?.[0]
  return address ?? plain(license)?.slice(0, 500) ?? null
}

const CITATIONS = new Set(['element-citation', 'mixed-citation', 'nlm-citation', 'citation'])

/** The names of the authors; of other groups only if no group is of authors. */
const citedPeople = (citation: XmlElement): Person[] => {
  const groups = findAll(citation, 'person-group')
  const authors = groups.filter(({ attributes }) => (attributes['person-group-type'] ?? 'author') === 'author')
  const named = [citation, ...(authors.length > 0 ? authors : groups)].flatMap(childrenOf)
  return named.flatMap((name) => {
    if (name.name === 'collab') return [{ name: plain(name) }]
    if (name.name !== 'name' && name.name !== 'string-name') return []
    const family = plain(find(name, 'surname'))
    return [family === null ? { name: plain(name) } : { family, given: plain(find(name, 'given-names')) }]
  })
}

const citedOf = (citation: XmlElement): FoundReference => {
  const ids = findAll(citation, 'pub-id')
  const idOf = (kind: string): string | null =>
    lineOf(ids.find(({ attributes }) => attributes['pub-id-type']?.toLowerCase() === kind))
  const links = descendants(citation, 'ext-link').map(({ attributes }) => attributes['xlink:href'] ?? '')
  const title =
    plain(find(citation, 'article-title')) ??
    plain(find(citation, 'chapter-title')) ??
    plain(find(citation, 'data-title'))
  const isBook =
    find(citation, 'article-title') === undefined &&
    /book|report|thesis/u.test(citation.attributes['publication-type'] ?? '')
  const parts = childrenOf(citation).map(lineOf)
  return {
    doi: idOf('doi') ?? links.map(doiIn).find((doi) => doi !== null) ?? null,
    arxivId: idOf('arxiv') ?? links.map(arxivIdIn).find((id) => id !== null) ?? null,
    title: title ?? (isBook ? plain(find(citation, 'source')) : null),
    year: lineOf(find(citation, 'year')),
    people: citedPeople(citation),
    // The parts of an element stand without anything between them.
    isMarked: citation.name === 'element-citation' || find(citation, 'source') !== undefined,
    text: citation.name === 'element-citation' ? parts.filter((part) => part !== null).join(', ') : lineOf(citation),
  }
}

/** The works in the lists of references; a reference may have several. */
const citedIn = (article: XmlElement): FoundReference[] =>
  descendants(find(article, 'back'), 'ref').flatMap((reference) =>
    [reference, ...findAll(reference, 'citation-alternatives')].flatMap((place) => {
      const citations = childrenOf(place).filter(({ name }) => CITATIONS.has(name))
      return (place === reference ? citations : citations.slice(0, 1)).map(citedOf)
    }),
  )

/** The front matter of an article in JATS, or in NLM before it. */
export const jatsFields = (article: XmlElement): ReadMetadata => {
  const front = find(article, 'front')
  const meta = find(front, 'article-meta')
  const journal = find(front, 'journal-meta')
  const idOf = (kind: string): string | null =>
    lineOf(findAll(meta, 'article-id').find(({ attributes }) => attributes['pub-id-type'] === kind))
  const titles = find(meta, 'title-group')
  const [title, subtitle] = [plain(find(titles, 'article-title')), plain(find(titles, 'subtitle'))]
  const container =
    plain(find(journal, 'journal-title-group', 'journal-title')) ?? plain(find(journal, 'journal-title'))
  const type = article.attributes['article-type'] ?? ''
  const language = (article.attributes['xml:lang'] ?? 'en').split('-')[0] ?? 'en'
  const affiliations = affiliationsIn(meta)
  const fields = paperFields({
    title: wholeTitle(title, subtitle),
    people: findAll(meta, 'contrib-group', 'contrib')
      .filter(isAuthor)
      .map((person) => ({ ...personOf(person, language), ...detailsOf(person, affiliations) })),
    date: firstDate(meta),
    doi: idOf('doi'),
    arxivId: idOf('arxiv'),
    abstract: abstractOf(findAll(meta, 'abstract').find(({ attributes }) => attributes['abstract-type'] === undefined)),
    container,
    volume: lineOf(find(meta, 'volume')),
    issue: lineOf(find(meta, 'issue')),
    pages: pagesOf(meta),
    publisher: plain(find(journal, 'publisher', 'publisher-name')),
    kind: kinds[type] ?? (container === null ? null : 'journal-article'),
    license: licenseOf(meta),
    topics: findAll(meta, 'kwd-group', 'kwd').map((word) => plain(word) ?? ''),
  })
  return {
    fields,
    unmapped: [...namesExcept(meta, TAKEN), ...namesExcept(article, new Set(['front']))],
    ...referred(citedIn(article)),
  }
}

export const readJatsArticle: ElementReader = (article, at) => {
  if (find(article, 'front') === undefined)
    return [{ position: at.position, reason: 'This article has no front matter.' }]
  const read = jatsFields(article)
  const { doi } = read.fields
  return [{ format: 'jats', recordId: typeof doi === 'string' ? doi : null, ...read, ...at }]
}
