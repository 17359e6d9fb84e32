import { assetUrl } from './asset-url.ts'
import { document, html, type Html, type Renderable } from '#html.ts'

/** The menu of the reader, in order. */
const navigation = [
  { path: '/', label: 'Library' },
  { path: '/concepts', label: 'Concepts' },
  { path: '/gaps', label: 'Gaps' },
  { path: '/briefs', label: 'Briefs' },
  { path: '/map', label: 'Map' },
  { path: '/stats', label: 'Statistics' },
  { path: '/about', label: 'About' },
] as const

export type NavigationPath = (typeof navigation)[number]['path']

type LayoutOptions = {
  title: string
  houseName: string
  body: Renderable
  /** The menu item to mark as current. */
  activePath?: NavigationPath
  /** One sentence for search engines and previews; without it, one about the library. */
  description?: string
  /** The whole address that the page is known by, where it has one of its own. */
  address?: string | undefined
  /** What previews of the page take it for. */
  kind?: 'website' | 'article'
  /** Where the same is in Markdown. */
  markdown?: string
  /** Further elements of the head: other forms of the page, citation data, scripts of this page. */
  head?: Renderable
  /** What the search field of the header holds; false where the page has a search field of its own. */
  search?: string | false
}

const navigationItem =
  (at: NavigationPath | undefined) =>
  ({ path, label }: (typeof navigation)[number]): Html =>
    html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${label}</a></li>`

const headerSearch = (text: string): Html =>
  html`<form class="search" role="search" action="/" method="get">
        <input type="search" name="q" value="${text}" aria-label="Search the library" placeholder="Search the library" maxlength="2000" autocomplete="off" />
        <button type="submit">Search</button>
      </form>`

const describe = ({ title, houseName, description }: LayoutOptions): string =>
  description ??
  `${title}: the library of ${houseName}, research on agents that work for long, and on their use in enterprises.`

/** What search engines and previews show of a page (ogp.me); there is no picture. */
const preview = (page: LayoutOptions): Html => html`<meta name="description" content="${describe(page)}" />
    <meta property="og:type" content="${page.kind ?? 'website'}" />
    <meta property="og:site_name" content="${page.houseName}" />
    <meta property="og:title" content="${page.title}" />
    <meta property="og:description" content="${describe(page)}" />
    ${
      page.address !== undefined &&
      html`<meta property="og:url" content="${page.address}" />
    <link rel="canonical" href="${page.address}" />`
    }`

/**
 * The frame of every page of the reader. Pages are small: a browser that knows how (HTML, 4.2.7 "expect") paints one
 * when all of its content has been parsed, so that nothing moves, and nothing is drawn twice.
 */
export const layout = (page: LayoutOptions): Html => {
  const { title, houseName, body, activePath, head, search = '' } = page
  return document(html`<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · ${houseName}</title>
    ${preview(page)}
    <link rel="stylesheet" href="${assetUrl('longview.css')}" />
    <link rel="expect" href="#content" blocking="render" />
    <link rel="icon" href="${assetUrl('favicon.svg')}" type="image/svg+xml" />
    <link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml" title="${houseName}" />
    <script src="${assetUrl('theme.js')}"></script>
    <script type="module" src="${assetUrl('keys.js')}"></script>
    ${page.markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${page.markdown}" />`}
    ${head}
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="site">
      <a class="house" href="/">${houseName}</a>
      <nav aria-label="Main"><ul>${navigation.map(navigationItem(activePath))}</ul></nav>
      ${search !== false && headerSearch(search)}
      <button class="theme" type="button" hidden>Theme</button>
    </header>
    <main id="content" tabindex="-1">${body}</main>
    <footer class="site">
      <ul>
        <li><a href="/subscribe">Weekly brief by email</a></li>
        <li><a href="/contact">Contact</a></li>
        <li><a href="/docs">For programs</a></li>
      </ul>
    </footer>
  </body>
</html>`)
}

/** A page with one message. */
export const messagePage = ({ houseName }: { houseName: string }, title: string, message: string): Html =>
  layout({ title, houseName, body: html`<h1>${title}</h1><p class="lead">${message}</p>` })
