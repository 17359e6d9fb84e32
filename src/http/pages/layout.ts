import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { createHash } from 'node:crypto'
import { MAX_TYPED_CHARACTERS } from '#core/search/ranking/ranked-query.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#ports/share-images.ts'
import { houseLink, siteHead } from './site-files.ts'
import { document, html, type Html, type Renderable } from '#html.ts'
import { hasMap, isOn, type LibraryWords, partHeading, partName } from '#core/papers/library-words.ts'
import type { LiveSite } from '#ports/site.ts'

const FOLDER = new URL('../../../public/', import.meta.url)

/** A file of public/: text, or bytes that are compressed already. */
export type PublicFile = { name: string; type: string; body: string | Buffer }

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

const IMPORT = /^@import '\.\/(?<path>[\w./-]+)';$/gmu

/** Inlines the imports of a stylesheet, so that a page fetches a single file. */
const readText = (path: string): string => {
  const text = readFileSync(new URL(path, FOLDER), 'utf8')
  return extname(path) === '.css' ? text.replaceAll(IMPORT, (_line, part: string) => readText(part)) : text
}

const readPublicFile = (path: string): string | Buffer =>
  extname(path) === '.woff2' ? readFileSync(new URL(path, FOLDER)) : readText(path)

let files: readonly PublicFile[] | undefined

/** The files of public/, which are served under `/assets/`; read once, when first needed. */
export const publicFiles = (): readonly PublicFile[] =>
  (files ??= readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({
      name,
      type: mediaTypes[extname(name)] ?? 'application/octet-stream',
      body: readPublicFile(name),
    })))

const VERSION_LENGTH = 12

let version: string | undefined

/** A hash of everything in public/. It is a folder of the address, so that relative imports of modules are versioned, too. */
export const assetVersion = (): string => {
  if (version !== undefined) return version
  const hash = createHash('sha256')
  for (const { name, body } of publicFiles()) hash.update(`${name}\0`).update(body).update('\0')
  version = hash.digest('base64url').slice(0, VERSION_LENGTH)
  return version
}

/** The versioned address of a file of public/, which browsers may cache for ever. */
export const assetUrl = (name: string): string => {
  if (!publicFiles().some((file) => file.name === name)) throw new Error(`There is no file public/${name}.`)
  return `/assets/${assetVersion()}/${name}`
}

/** The reader's menu, in order. */
const navigation = [
  { path: '/papers', label: 'Papers' },
  { path: '/concepts', part: 'concepts' },
  { path: '/gaps', part: 'gaps' },
  { path: '/briefs', part: 'briefs' },
  { path: '/map', label: 'Map' },
  { path: '/stats', label: 'Statistics' },
  { path: '/about', label: 'About' },
  { path: '/reading-list', label: 'Reading list' },
] as const

/** The entries of the menu that a library has, with its own names. */
const menuOf = (words: LibraryWords): { path: NavigationPath; label: string }[] =>
  navigation.flatMap((entry): { path: NavigationPath; label: string }[] => {
    if ('part' in entry)
      return isOn(entry.part, words) ? [{ path: entry.path, label: partHeading(entry.part, words) }] : []
    return entry.path !== '/map' || hasMap(words) ? [entry] : []
  })

export type NavigationPath = (typeof navigation)[number]['path']

type LayoutOptions = {
  title: string
  site: LiveSite
  body: Renderable
  /** The menu item to mark as current. */
  activePath?: NavigationPath
  /** One sentence for search engines and previews; by default one about the library. */
  description?: string
  /** The page's canonical URL, if it has one. */
  address?: string | undefined
  /** The Open Graph type. */
  kind?: 'website' | 'article'
  /** The whole address of a picture of the page, drawn for shared links. */
  image?: string | undefined
  /** The address of the page as Markdown. */
  markdown?: string
  /** Further elements of the head: other forms of the page, citation data, scripts of this page. */
  head?: Renderable
  /** The text in the search field of the header; false if the page has a search field of its own. */
  search?: string | false
}

const navigationItem =
  (at: NavigationPath | undefined) =>
  ({ path, label }: { path: NavigationPath; label: string }): Html =>
    html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${label}${path === '/reading-list' && html`<span class="saved-count"></span>`}</a></li>`

const headerSearch = (text: string): Html =>
  html`<form class="search" role="search" action="/papers" method="get">
        <input type="search" name="q" value="${text}" aria-label="Search the library" placeholder="Search the library" maxlength="${MAX_TYPED_CHARACTERS}" autocomplete="off" />
        <button type="submit">Search</button>
      </form>`

const describe = ({ title, site, description }: LayoutOptions): string =>
  description ?? `${title}: the library of ${site.current().name}. ${site.current().tagline}`

/** The picture says what the page is called, and by whom the page is. */
const previewImage = ({ image, title, site }: LayoutOptions): Html | false =>
  image !== undefined &&
  html`<meta property="og:image" content="${image}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${SHARE_IMAGE_WIDTH}" />
    <meta property="og:image:height" content="${SHARE_IMAGE_HEIGHT}" />
    <meta property="og:image:alt" content="${plainMathematics(title)} · ${site.current().name}" />
    <meta name="twitter:card" content="summary_large_image" />`

/** What search engines and previews show of a page (ogp.me). */
const preview = (
  page: LayoutOptions,
): Html => html`<meta name="description" content="${plainMathematics(describe(page))}" />
    <meta property="og:type" content="${page.kind ?? 'website'}" />
    <meta property="og:site_name" content="${page.site.current().name}" />
    <meta property="og:title" content="${plainMathematics(page.title)}" />
    <meta property="og:description" content="${plainMathematics(describe(page))}" />
    ${previewImage(page)}
    ${
      page.address !== undefined &&
      html`<meta property="og:url" content="${page.address}" />
    <link rel="canonical" href="${page.address}" />`
    }`

/**
 * The frame of every page of the reader. Pages are small, so browsers that support `rel="expect"` (HTML, 4.2.7) paint one
 * only when all of its content has been parsed, and nothing moves or is drawn twice.
 */
export const layout = (page: LayoutOptions): Html => {
  const { title, site, body, activePath, head, search = '' } = page
  return document(html`<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${plainMathematics(title)} · ${site.current().name}</title>
    ${preview(page)}
    <link rel="preload" href="${assetUrl('source-serif-4-400.woff2')}" as="font" type="font/woff2" crossorigin />
    <link rel="preload" href="${assetUrl('source-serif-4-600.woff2')}" as="font" type="font/woff2" crossorigin />
    <link rel="stylesheet" href="${assetUrl('longview.css')}" />
    <link rel="expect" href="#content" blocking="render" />
    ${siteHead(site, assetUrl('favicon.svg'))}
    <link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml" title="${site.current().name}" />
    <script src="${assetUrl('theme.js')}"></script>
    <script type="module" src="${assetUrl('keys.js')}"></script>
    <script type="module" src="${assetUrl('saved-papers.js')}"></script>
    ${page.markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${page.markdown}" />`}
    ${head}
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="site">
      ${houseLink(site)}
      <nav aria-label="Main"><ul>${menuOf(site.current()).map(navigationItem(activePath))}</ul></nav>
      ${search !== false && headerSearch(search)}
      <button class="theme" type="button" hidden>Theme</button>
    </header>
    <main id="content" tabindex="-1">${body}</main>
    <footer class="site">
      <ul>
        ${isOn('briefs', site.current()) && html`<li><a href="/subscribe">Weekly ${partName('briefs', site.current()).one} ${site.canMail ? 'by email' : 'in a feed reader'}</a></li>`}
        <li><a href="/contact">Contact</a></li>
        <li><a href="/docs">For programs</a></li>
        <li><a href="/check">Check a text</a></li>
        ${site.current().footerLinks.map(({ label, url }) => html`<li><a href="${url}" dir="auto">${label}</a></li>`)}
      </ul>
    </footer>
  </body>
</html>`)
}

/** A page with one message. */
export const messagePage = ({ site }: { site: LiveSite }, title: string, message: string): Html =>
  layout({ title, site, body: html`<h1>${title}</h1><p class="lead">${message}</p>` })
