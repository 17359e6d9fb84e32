import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { citationFormats } from '#schemas/citation/citation-formats.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

/** A typed link from a paper's page (signposting.org, FAIR profile). */
type Signpost = { rel: string; href: string; type?: string }

export const LINKSET_TYPE = 'application/linkset+json'
export const LINKSET_EXTENSION = 'linkset.json'

/** An address as it may stand in a header: in ASCII and without angle brackets. */
const asciiUrl = (url: string): string => new URL(url).href

const signpostsOf = (paper: Paper, pageUrl: string): Signpost[] => {
  const { doi } = identifiersOf(paper)
  const pdf = safeUrl(paper.storageUrl)
  return [
    { rel: 'cite-as', href: asciiUrl(doi === null ? pageUrl : `https://doi.org/${doi}`) },
    { rel: 'type', href: 'https://schema.org/AboutPage' },
    { rel: 'type', href: 'https://schema.org/ScholarlyArticle' },
    { rel: 'describedby', href: `${pageUrl}.jsonld`, type: 'application/ld+json' },
    ...citationFormats.map(({ fileExtension, mediaType }) => ({
      rel: 'describedby',
      href: `${pageUrl}.${fileExtension}`,
      type: mediaType.split(';')[0] ?? mediaType,
    })),
    ...(pdf === null ? [] : [{ rel: 'item', href: asciiUrl(pdf), type: 'application/pdf' }]),
  ]
}

const headerLink = ({ rel, href, type }: Signpost): string =>
  `<${href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

/** The header `Link` of a paper's page (RFC 8288): how to cite it, what describes it, where its file is. */
export const signpostHeader = (paper: Paper, pageUrl: string): string =>
  [...signpostsOf(paper, pageUrl), { rel: 'linkset', href: `${pageUrl}.${LINKSET_EXTENSION}`, type: LINKSET_TYPE }]
    .map(headerLink)
    .join(', ')

/** Links that lead back to the page. */
const backLinks: Record<string, string> = { describedby: 'describes', item: 'collection' }

/** The same links, and those that lead back, as a linkset (RFC 9264). */
export const presentLinkset = (paper: Paper, pageUrl: string): object => {
  const signposts = signpostsOf(paper, pageUrl)
  const byRel = Map.groupBy(signposts, ({ rel }) => rel)
  const targets = [...byRel].map(([rel, links]) => [rel, links.map(({ rel: _rel, ...target }) => target)] as const)
  return {
    linkset: [
      { anchor: pageUrl, ...Object.fromEntries(targets) },
      ...signposts.flatMap(({ rel, href }) => {
        const back = backLinks[rel]
        return back === undefined ? [] : [{ anchor: href, [back]: [{ href: pageUrl, type: 'text/html' }] }]
      }),
    ],
  }
}
