import { html, xmlDocument } from '#html.ts'

type Site = { houseName: string; publicUrl: string }

/** How long the contact data may be relied on; RFC 9116 section 2.5.5 asks for less than a year. */
const SECURITY_TXT_DAYS = 180
const DAY_MS = 86_400_000

const endOfDay = (now: Date): string =>
  new Date(Math.ceil((now.getTime() + SECURITY_TXT_DAYS * DAY_MS) / DAY_MS) * DAY_MS).toISOString().replace('.000', '')

/** Whom to tell of a weakness (RFC 9116). */
export const presentSecurityTxt = (publicUrl: string, now: Date): string =>
  [
    `Contact: ${publicUrl}/contact`,
    `Expires: ${endOfDay(now)}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')

const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1'

/** The APIs of this server as a linkset (RFC 9727 with RFC 9264): where each is described and whether it works. */
export const presentApiCatalog = (publicUrl: string, hasDumps: boolean): object => {
  const described = {
    'service-desc': [{ href: `${publicUrl}/openapi.json`, type: OPENAPI_TYPE }],
    'service-doc': [{ href: `${publicUrl}/docs`, type: 'text/html' }],
    'service-meta': [{ href: `${publicUrl}/llms.txt`, type: 'text/plain' }],
    status: [{ href: `${publicUrl}/api/health`, type: 'application/json' }],
  }
  const apis = [`${publicUrl}/api`, `${publicUrl}/api/v1`]
  // What a copy of the library is made of and kept right with.
  const mirrors = [
    {
      href: `${publicUrl}/api/v1/changes`,
      type: 'application/json',
      title: 'Every public change, numbered',
    },
    { href: `${publicUrl}/oai`, type: 'text/xml', title: 'All papers for harvesters (OAI-PMH 2.0)' },
    ...(hasDumps
      ? [{ href: `${publicUrl}/dumps/index.json`, type: 'application/json', title: 'The whole library for download' }]
      : []),
  ]
  return {
    linkset: [
      { anchor: `${publicUrl}/.well-known/api-catalog`, item: [...apis.map((href) => ({ href })), ...mirrors] },
      ...apis.map((anchor) => ({ anchor, ...described })),
    ],
  }
}

/** An OpenSearch name has at most 16 characters. */
const SHORT_NAME_LENGTH = 16

/** How a browser or a reference manager searches here (OpenSearch 1.1). */
export const presentOpenSearch = ({ houseName, publicUrl }: Site): string =>
  xmlDocument(html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${houseName.slice(0, SHORT_NAME_LENGTH).trim()}</ShortName>
<Description>Research papers on agents that work for long, read and scored by ${houseName}.</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" rel="results" template="${publicUrl}/?q={searchTerms}"/>
<Url type="application/json" rel="results" template="${publicUrl}/api/papers?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${publicUrl}/opensearch.xml"/>
</OpenSearchDescription>`)
