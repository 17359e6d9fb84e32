import type { CitedWork } from '#core/citations/cited-work.ts'
import type { Paper } from '#core/papers/paper.ts'
import { orcidAddress } from '#core/papers/orcid.ts'
import { html, type Html, xmlDocument, type Renderable } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { namedSummary, referenceOf, type Reference } from '#schemas/citation/reference.ts'
import { OaiError, datestamp, setsOf } from './protocol.ts'
import type { HarvestedPaper } from '#ports/store/changes.ts'

/** A metadata format; `site` is the absolute address of the library. */
type MetadataFormat = {
  prefix: string
  /** Whether it says what a paper cites, and what cites it. */
  hasRelations: boolean
  schema: string
  namespace: string
  write(paper: Paper, site: string, relations: Relations): Html
}

/** What papers cite, and the papers that cite them, by their ids. */
export type Relations = ReadonlyMap<string, { cited: readonly CitedWork[]; citing: readonly Paper[] }>

const subjects = ({ concepts, topics }: Paper): string[] => [...new Set([...concepts, ...topics])]

/** The addresses that identify a paper, its page here first. */
const identifiers = ({ doi, arxivId, url }: Reference, page: string): string[] => [
  ...new Set([
    page,
    ...(doi === null ? [] : [`https://doi.org/${doi}`]),
    ...(arxivId === null ? [] : [`https://arxiv.org/abs/${arxivId}`]),
    url,
  ]),
]

/** The abstract; a summary says that it is one, since readers of `dc:description` take it for the abstract. */
const descriptionOf = ({ abstract, abstractBy }: Paper): string | null =>
  abstract !== null && abstractBy === 'editors' ? namedSummary(abstract) : abstract

/** Dublin Core (OAI-PMH 2.0, section 2.4). */
const dublinCore = (paper: Paper, site: string): Html => {
  const page = `${site}${paperPath(paper.id)}`
  const description = descriptionOf(paper)
  const cited = referenceOf(paper, page)
  return html`<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
  <dc:title>${paper.title}</dc:title>
  ${cited.authors.map(({ printed }) => html`<dc:creator>${printed}</dc:creator>\n  `)}${subjects(paper).map((subject) => html`<dc:subject>${subject}</dc:subject>\n  `)}${
    description !== null && html`<dc:description>${description}</dc:description>`
  }
  ${cited.publisher !== null && html`<dc:publisher>${cited.publisher}</dc:publisher>`}
  <dc:date>${cited.date ?? cited.year}</dc:date>
  ${paper.type !== null && html`<dc:type>${paper.type}</dc:type>`}
  ${identifiers(cited, page).map((address) => html`<dc:identifier>${address}</dc:identifier>\n  `)}${cited.container !== null && html`<dc:source>${cited.container}</dc:source>`}
  ${cited.license !== null && html`<dc:rights>${cited.license}</dc:rights>`}
</oai_dc:dc>`
}

type Related = { type: 'DOI' | 'arXiv' | 'URL'; value: string }

const relatedWork = ({ doi, arxivId, openalexId }: CitedWork): Related[] => {
  if (doi !== null) return [{ type: 'DOI', value: doi }]
  if (arxivId !== null) return [{ type: 'arXiv', value: `arXiv:${arxivId}` }]
  return openalexId === null ? [] : [{ type: 'URL', value: `https://openalex.org/${openalexId}` }]
}

/** What a paper cites, as far as it has an identifier, and the papers here that cite it. */
const relatedIdentifiers = ({ id }: Paper, site: string, relations: Relations): Html | false => {
  const { cited = [], citing = [] } = relations.get(id) ?? {}
  const related = [
    ...cited.flatMap(relatedWork).map((one) => ({ ...one, relation: 'References' })),
    ...citing.map((paper) => ({ type: 'URL', value: `${site}${paperPath(paper.id)}`, relation: 'IsCitedBy' })),
  ]
  return (
    related.length > 0 &&
    html`<relatedIdentifiers>${related.map(({ type, value, relation }) => html`<relatedIdentifier relatedIdentifierType="${type}" relationType="${relation}">${value}</relatedIdentifier>`)}</relatedIdentifiers>`
  )
}

/** For a paper without a DOI, DataCite accepts another type of identifier. */
const dataCite = (paper: Paper, site: string, relations: Relations): Html => {
  const page = `${site}${paperPath(paper.id)}`
  const description = descriptionOf(paper)
  const cited = referenceOf(paper, page)
  return html`<oai_datacite xmlns="http://schema.datacite.org/oai/oai-1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://schema.datacite.org/oai/oai-1.1/ http://schema.datacite.org/oai/oai-1.1/oai.xsd">
  <schemaVersion>4.4</schemaVersion>
  <datacentreSymbol>${new URL(site).hostname}</datacentreSymbol>
  <payload><resource xmlns="http://datacite.org/schema/kernel-4" xsi:schemaLocation="http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.4/metadata.xsd">
    ${cited.doi === null ? html`<identifier identifierType="URL">${page}</identifier>` : html`<identifier identifierType="DOI">${cited.doi}</identifier>`}
    <creators>${cited.authors.map(
      ({ printed, name, orcid, affiliations }) =>
        html`<creator><creatorName>${printed}</creatorName>${'family' in name && html`<givenName>${name.given}</givenName><familyName>${name.family}</familyName>`}${
          orcid !== null &&
          html`<nameIdentifier nameIdentifierScheme="ORCID" schemeURI="https://orcid.org/">${orcidAddress(orcid)}</nameIdentifier>`
        }${affiliations.map((place) => html`<affiliation>${place}</affiliation>`)}</creator>`,
    )}</creators>
    <titles><title>${paper.title}</title></titles>
    <publisher>${cited.publisher ?? cited.container ?? '(:unkn)'}</publisher>
    <publicationYear>${cited.year}</publicationYear>
    <resourceType resourceTypeGeneral="Text">${paper.type ?? 'paper'}</resourceType>
    ${subjects(paper).length > 0 && html`<subjects>${subjects(paper).map((subject) => html`<subject>${subject}</subject>`)}</subjects>`}
    ${cited.date !== null && html`<dates><date dateType="Issued">${cited.date}</date></dates>`}
    <alternateIdentifiers><alternateIdentifier alternateIdentifierType="URL">${page}</alternateIdentifier></alternateIdentifiers>
    ${relatedIdentifiers(paper, site, relations)}
    ${cited.license !== null && html`<rightsList><rights>${cited.license}</rights></rightsList>`}
    ${description !== null && html`<descriptions><description descriptionType="${paper.abstractBy === 'editors' ? 'Other' : 'Abstract'}">${description}</description></descriptions>`}
  </resource></payload>
</oai_datacite>`
}

const metadataFormats: readonly MetadataFormat[] = [
  {
    prefix: 'oai_dc',
    hasRelations: false,
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: dublinCore,
  },
  {
    prefix: 'oai_datacite',
    hasRelations: true,
    schema: 'http://schema.datacite.org/oai/oai-1.1/oai.xsd',
    namespace: 'http://schema.datacite.org/oai/oai-1.1/',
    write: dataCite,
  },
]

/** Throws `cannotDisseminateFormat`. */
export const findFormat = (prefix: string): MetadataFormat => {
  const found = metadataFormats.find((format) => format.prefix === prefix)
  if (found === undefined)
    throw new OaiError('cannotDisseminateFormat', 'There is no such format; ListMetadataFormats lists them.')
  return found
}

/** `oai:host:p12` (guidelines for OAI identifiers). */
export const oaiIdentifier = (site: string, id: string): string => `oai:${new URL(site).hostname}:${id}`

/** The id of the paper with an identifier; null for one of another repository. */
export const idOfIdentifier = (site: string, identifier: string): string | null => {
  const prefix = oaiIdentifier(site, '')
  return identifier.startsWith(prefix) ? identifier.slice(prefix.length) : null
}

type Envelope = {
  site: string
  now: Date
  relations?: Relations
  given: readonly (readonly [name: string, value: string])[]
}

const attributes = (given: Envelope['given']): Html => html`${given.map(([name, value]) => html` ${name}="${value}"`)}`

/** The frame of every answer (OAI-PMH 2.0, section 3.2). */
const envelope = ({ site, now, given }: Envelope, body: Renderable): string =>
  xmlDocument(html`<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
<responseDate>${datestamp(now.toISOString())}</responseDate>
<request${attributes(given)}>${site}/oai</request>
${body}
</OAI-PMH>`)

/** The arguments are not repeated if the verb or an argument is invalid (OAI-PMH 2.0, section 3.2). */
export const presentError = ({ site, now, given }: Envelope, { code, message }: OaiError): string =>
  envelope(
    { site, now, given: code === 'badVerb' || code === 'badArgument' ? [] : given },
    html`<error code="${code}">${message}</error>`,
  )

type Identity = { houseName: string; contact: string; began: string }

export const presentIdentity = (frame: Envelope, { houseName, contact, began }: Identity): string =>
  envelope(
    frame,
    html`<Identify>
  <repositoryName>${houseName}</repositoryName>
  <baseURL>${frame.site}/oai</baseURL>
  <protocolVersion>2.0</protocolVersion>
  <adminEmail>${contact}</adminEmail>
  <earliestDatestamp>${datestamp(began)}</earliestDatestamp>
  <deletedRecord>persistent</deletedRecord>
  <granularity>YYYY-MM-DDThh:mm:ssZ</granularity>
  <compression>gzip</compression>
</Identify>`,
  )

export const presentFormats = (frame: Envelope): string =>
  envelope(
    frame,
    html`<ListMetadataFormats>${metadataFormats.map(
      ({ prefix, schema, namespace }) => html`
  <metadataFormat><metadataPrefix>${prefix}</metadataPrefix><schema>${schema}</schema><metadataNamespace>${namespace}</metadataNamespace></metadataFormat>`,
    )}
</ListMetadataFormats>`,
  )

export const presentSets = (frame: Envelope, sets: readonly { spec: string; name: string }[]): string =>
  envelope(
    frame,
    html`<ListSets>${sets.map(
      ({ spec, name }) => html`
  <set><setSpec>${spec}</setSpec><setName>${name}</setName></set>`,
    )}
</ListSets>`,
  )

const header = (site: string, { id, at, paper }: HarvestedPaper): Html =>
  html`<header${paper === null && html` status="deleted"`}><identifier>${oaiIdentifier(site, id)}</identifier><datestamp>${datestamp(at)}</datestamp>${
    paper !== null && setsOf(paper).map((spec) => html`<setSpec>${spec}</setSpec>`)
  }</header>`

const NONE: Relations = new Map()

const record = ({ site, relations = NONE }: Envelope, format: MetadataFormat, found: HarvestedPaper): Html =>
  html`<record>${header(site, found)}${found.paper !== null && html`<metadata>${format.write(found.paper, site, relations)}</metadata>`}</record>\n`

export const presentRecord = (frame: Envelope, format: MetadataFormat, found: HarvestedPaper): string =>
  envelope(frame, html`<GetRecord>${record(frame, format, found)}</GetRecord>`)

/** `token` is null if the list fits on one page, and empty on the last of several (section 3.5). */
type RecordList = {
  verb: 'ListRecords' | 'ListIdentifiers'
  papers: readonly HarvestedPaper[]
  token: string | null
  listed: number
}

export const presentList = (
  frame: Envelope,
  format: MetadataFormat,
  { verb, papers, token, listed }: RecordList,
): string => {
  const { site } = frame
  const items = papers.map((found) =>
    verb === 'ListRecords' ? record(frame, format, found) : html`${header(site, found)}\n`,
  )
  const end = token !== null && html`<resumptionToken cursor="${listed}">${token}</resumptionToken>`
  return envelope(
    frame,
    verb === 'ListRecords'
      ? html`<ListRecords>\n${items}${end}</ListRecords>`
      : html`<ListIdentifiers>\n${items}${end}</ListIdentifiers>`,
  )
}
