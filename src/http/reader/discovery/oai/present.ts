import { html, xmlDocument, type Html, type Renderable } from '#html.ts'
import type { HarvestedPaper } from '#ports/store/changes.ts'
import { datestamp } from './datestamp.ts'
import { metadataFormats, type MetadataFormat } from './metadata-formats.ts'
import type { OaiError } from './oai-error.ts'
import { setsOf } from './sets.ts'

/** `oai:host:p12` (guidelines for OAI identifiers). */
export const oaiIdentifier = (site: string, id: string): string => `oai:${new URL(site).hostname}:${id}`

/** The id of a paper by its identifier; null for what is none of ours. */
export const idOfIdentifier = (site: string, identifier: string): string | null => {
  const prefix = oaiIdentifier(site, '')
  return identifier.startsWith(prefix) ? identifier.slice(prefix.length) : null
}

type Envelope = { site: string; now: Date; given: readonly (readonly [name: string, value: string])[] }

const attributes = (given: Envelope['given']): Html => html`${given.map(([name, value]) => html` ${name}="${value}"`)}`

/** The frame of every answer (OAI-PMH 2.0, section 3.2). */
const envelope = ({ site, now, given }: Envelope, body: Renderable): string =>
  xmlDocument(html`<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
<responseDate>${datestamp(now.toISOString())}</responseDate>
<request${attributes(given)}>${site}/oai</request>
${body}
</OAI-PMH>`)

/** The request is not repeated where its verb or arguments are wrong. */
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

const record = (site: string, format: MetadataFormat, found: HarvestedPaper): Html =>
  html`<record>${header(site, found)}${found.paper !== null && html`<metadata>${format.write(found.paper, site)}</metadata>`}</record>\n`

export const presentRecord = (frame: Envelope, format: MetadataFormat, found: HarvestedPaper): string =>
  envelope(frame, html`<GetRecord>${record(frame.site, format, found)}</GetRecord>`)

/** `token` is null where a list is complete at once, and empty on the last page of several (section 3.5). */
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
    verb === 'ListRecords' ? record(site, format, found) : html`${header(site, found)}\n`,
  )
  const end = token !== null && html`<resumptionToken cursor="${listed}">${token}</resumptionToken>`
  return envelope(
    frame,
    verb === 'ListRecords'
      ? html`<ListRecords>\n${items}${end}</ListRecords>`
      : html`<ListIdentifiers>\n${items}${end}</ListIdentifiers>`,
  )
}
