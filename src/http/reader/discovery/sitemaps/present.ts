import { html, xmlDocument, type Html } from '#html.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A page, or a file of the sitemap; `changedAt` is left out where nobody knows when it changed. */
export type SitemapEntry = { address: string; changedAt: string | null }

const fields = ({ address, changedAt }: SitemapEntry): Html =>
  html`<loc>${address}</loc>${changedAt !== null && html`<lastmod>${changedAt}</lastmod>`}`

/** A file of the sitemap: at most 50,000 pages (sitemaps.org). */
export const presentSitemap = (pages: readonly SitemapEntry[]): string =>
  xmlDocument(html`<urlset xmlns="${NAMESPACE}">${pages.map((page) => html`\n<url>${fields(page)}</url>`)}
</urlset>`)

/** The list of all files of the sitemap. */
export const presentSitemapIndex = (files: readonly SitemapEntry[]): string =>
  xmlDocument(html`<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => html`\n<sitemap>${fields(file)}</sitemap>`)}
</sitemapindex>`)
