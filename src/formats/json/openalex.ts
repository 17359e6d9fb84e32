import type { RecordedNotice } from '#core/imports/notice.ts'
import { referred } from '#formats/cited-work.ts'
import { type FoundPaper, noticed, paperFields, memberReader } from '#formats/record.ts'
import { parseDate, plainAbstract, withoutMarkup } from '#formats/text/text.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { isMembers, listOf, membersOf, textOf, type Members, type ReadItem } from './members.ts'

const kinds: Record<string, string> = {
  article: 'journal-article',
  review: 'journal-article',
  preprint: 'preprint',
  book: 'book',
  'book-chapter': 'chapter',
  dissertation: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'software',
}

/** OpenAlex gives an abstract as an index from words to positions. */
const abstractOf = (index: unknown): string | null => {
  if (!isMembers(index)) return null
  const words: string[] = []
  for (const [word, places] of Object.entries(index))
    for (const place of listOf(places))
      if (typeof place === 'number' && place >= 0 && place < 20_000) words[place] = word
  return words.filter((word) => word !== undefined).join(' ')
}

const kindOf = (type: unknown, sourceType: string | null): string | null =>
  type === 'article' && sourceType === 'conference' ? 'conference-paper' : (kinds[textOf(type) ?? ''] ?? null)

const pagesOf = (first: string | null, last: string | null): string | null =>
  first === null || last === null || first === last ? first : `${first}-${last}`

const RETRACTED: RecordedNotice = {
  kind: 'retraction',
  text: 'OpenAlex says so.',
  date: null,
  address: null,
  about: null,
}

/** Institutions that OpenAlex knows, or else what is printed. */
const affiliationsOf = ({ institutions, raw_affiliation_strings: printed }: Members): (string | null)[] => {
  const known = listOf(institutions).map((institution) => textOf(membersOf(institution).display_name))
  return known.length > 0 ? known : listOf(printed).map(textOf)
}

const openAccessOf = (access: Members, location: Members): FoundPaper['openAccess'] => {
  if (access.is_oa === false) return null
  const url = textOf(location.pdf_url) ?? textOf(access.oa_url) ?? textOf(location.landing_page_url)
  return { url, source: textOf(membersOf(location.source).display_name) ?? 'OpenAlex' }
}

/** A work of OpenAlex, whose authors have printed names without parts. */
export const openalexFields = (work: Members): ReadItem => {
  const { take, rest } = memberReader(work)
  const location = membersOf(take('primary_location'))
  const source = membersOf(location.source)
  const biblio = membersOf(take('biblio'))
  const authorships = listOf(take('authorships')).map(membersOf)
  const institutions = authorships.flatMap(({ institutions: own }) => listOf(own).map(membersOf))
  const [year, date] = [textOf(take('publication_year')), parseDate(textOf(take('publication_date')) ?? '')]
  const topic = membersOf(take('primary_topic'))
  const addresses = [location, ...listOf(work.locations).map(membersOf)].map((place) => textOf(place.landing_page_url))
  const doi = textOf(take('doi'))
  const isDated = date !== null && (year === null || date.startsWith(year))
  const title = textOf(take('title')) ?? textOf(work.display_name)
  const kind = kindOf(take('type'), textOf(source.type))
  const fields = paperFields({
    title: title === null ? null : withoutMarkup(title),
    people: authorships.map((authorship) => ({
      name: textOf(membersOf(authorship.author).display_name) ?? textOf(authorship.raw_author_name),
      orcid: textOf(membersOf(authorship.author).orcid),
      affiliations: affiliationsOf(authorship),
    })),
    date: isDated ? date : parseDate(year ?? ''),
    doi: doi?.replace(/^https:\/\/doi\.org\//u, '') ?? null,
    arxivId:
      addresses
        .map((address) => (address?.includes('arxiv.org') === true ? bareArxivId(address) : null))
        .find((id) => id !== null) ?? null,
    url: textOf(location.landing_page_url) ?? doi,
    storageUrl: textOf(location.pdf_url),
    abstract: plainAbstract(abstractOf(take('abstract_inverted_index')) ?? ''),
    container: /^arxiv/iu.test(textOf(source.display_name) ?? '') ? null : textOf(source.display_name),
    volume: textOf(biblio.volume),
    issue: textOf(biblio.issue),
    pages: pagesOf(textOf(biblio.first_page), textOf(biblio.last_page)),
    publisher: textOf(source.host_organization_name),
    institution: textOf(institutions[0]?.display_name),
    openAccess: openAccessOf(membersOf(take('open_access')), membersOf(take('best_oa_location'))),
    kind,
    license: textOf(location.license),
    topics: [topic.display_name].map((name) => textOf(name) ?? ''),
  })
  const isRetracted = take('is_retracted') === true
  const cited = listOf(take('referenced_works')).map((id) => ({ openalexId: textOf(id) }))
  const HANDLED = new Set(['id', 'display_name', 'ids', 'locations'])
  const left = rest().filter((name) => !HANDLED.has(name))
  return {
    fields,
    unmapped: kind === null && typeof work.type === 'string' ? [...left, 'type'] : left,
    ...noticed(isRetracted ? [RETRACTED] : []),
    ...referred(cited),
  }
}
