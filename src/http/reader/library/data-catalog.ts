import { countOfPapers } from './present.ts'
import { jsonBlock, type Html } from '#html.ts'

/** Where the library is, what it is called, and how much it holds. */
export type CatalogSite = { houseName: string; publicUrl: string; papers: number }

/** The library as schema.org describes a catalogue of data, with its downloads and its search. */
export const dataCatalog = ({ houseName, publicUrl, papers }: CatalogSite): Html => {
  const publisher = { '@type': 'Organization', name: houseName, url: `${publicUrl}/about` }
  const description = `${countOfPapers(papers)} on AI agents that work over long horizons, and on their use in enterprises, read and scored by ${houseName}.`
  const download = (path: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    contentUrl: publicUrl + path,
    encodingFormat,
  })
  return jsonBlock('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    '@id': `${publicUrl}/`,
    url: `${publicUrl}/`,
    name: houseName,
    description,
    publisher,
    isAccessibleForFree: true,
    dataset: [
      {
        '@type': 'Dataset',
        '@id': `${publicUrl}/#papers`,
        name: `Papers of ${houseName}`,
        description,
        creator: publisher,
        isAccessibleForFree: true,
        distribution: [download('/api/papers', 'application/json'), download('/api/v1/papers', 'application/json')],
      },
    ],
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/?q={query}` },
      'query-input': 'required name=query',
    },
  })
}
