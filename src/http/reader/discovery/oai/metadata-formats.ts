import type { Paper } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { referenceOf, type Reference } from '#schemas/citation/reference.ts'
import { OaiError } from './oai-error.ts'

/** Elements of metadata; `site` is the whole address of the library. */
export type MetadataFormat = {
  prefix: string
  schema: string
  namespace: string
  write(paper: Paper, site: string): Html
}

const subjects = ({ concepts, topics }: Paper): string[] => [...new Set([...concepts, ...topics])]

/** Whole addresses by which a paper is known, its page here first. */
const identifiers = ({ doi, arxivId, url }: Reference, page: string): string[] => [
  ...new Set([
    page,
    ...(doi === null ? [] : [`https://doi.org/${doi}`]),
    ...(arxivId === null ? [] : [`https://arxiv.org/abs/${arxivId}`]),
    url,
  ]),
]

/** Dublin Core (OAI-PMH 2.0, section 2.4). */
const dublinCore = (paper: Paper, site: string): Html => {
  const page = `${site}${paperPath(paper.id)}`
  const cited = referenceOf(paper, page)
  return html`<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
  <dc:title>${paper.title}</dc:title>
  ${cited.authors.map(({ printed }) => html`<dc:creator>${printed}</dc:creator>\n  `)}${subjects(paper).map((subject) => html`<dc:subject>${subject}</dc:subject>\n  `)}${
    paper.abstract !== null && html`<dc:description>${paper.abstract}</dc:description>`
  }
  ${cited.publisher !== null && html`<dc:publisher>${cited.publisher}</dc:publisher>`}
  <dc:date>${cited.date ?? cited.year}</dc:date>
  ${paper.type !== null && html`<dc:type>${paper.type}</dc:type>`}
  ${identifiers(cited, page).map((address) => html`<dc:identifier>${address}</dc:identifier>\n  `)}${cited.container !== null && html`<dc:source>${cited.container}</dc:source>`}
  ${cited.license !== null && html`<dc:rights>${cited.license}</dc:rights>`}
</oai_dc:dc>`
}

/** DataCite takes any type of identifier in the place of a DOI that a paper does not have. */
const dataCite = (paper: Paper, site: string): Html => {
  const page = `${site}${paperPath(paper.id)}`
  const cited = referenceOf(paper, page)
  return html`<oai_datacite xmlns="http://schema.datacite.org/oai/oai-1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://schema.datacite.org/oai/oai-1.1/ http://schema.datacite.org/oai/oai-1.1/oai.xsd">
  <schemaVersion>4.4</schemaVersion>
  <datacentreSymbol>${new URL(site).hostname}</datacentreSymbol>
  <payload><resource xmlns="http://datacite.org/schema/kernel-4" xsi:schemaLocation="http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-4.4/metadata.xsd">
    ${cited.doi === null ? html`<identifier identifierType="URL">${page}</identifier>` : html`<identifier identifierType="DOI">${cited.doi}</identifier>`}
    <creators>${cited.authors.map(
      ({ printed, name }) =>
        html`<creator><creatorName>${printed}</creatorName>${'family' in name && html`<givenName>${name.given}</givenName><familyName>${name.family}</familyName>`}</creator>`,
    )}</creators>
    <titles><title>${paper.title}</title></titles>
    <publisher>${cited.publisher ?? cited.container ?? '(:unkn)'}</publisher>
    <publicationYear>${cited.year}</publicationYear>
    <resourceType resourceTypeGeneral="Text">${paper.type ?? 'paper'}</resourceType>
    ${subjects(paper).length > 0 && html`<subjects>${subjects(paper).map((subject) => html`<subject>${subject}</subject>`)}</subjects>`}
    ${cited.date !== null && html`<dates><date dateType="Issued">${cited.date}</date></dates>`}
    <alternateIdentifiers><alternateIdentifier alternateIdentifierType="URL">${page}</alternateIdentifier></alternateIdentifiers>
    ${cited.license !== null && html`<rightsList><rights>${cited.license}</rights></rightsList>`}
    ${paper.abstract !== null && html`<descriptions><description descriptionType="Abstract">${paper.abstract}</description></descriptions>`}
  </resource></payload>
</oai_datacite>`
}

export const metadataFormats: readonly MetadataFormat[] = [
  {
    prefix: 'oai_dc',
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: dublinCore,
  },
  {
    prefix: 'oai_datacite',
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
