import { type LibraryWords, partHeading } from '#core/papers/library-words.ts'
import type { LibraryPart } from '#core/settings.ts'
import { type Editor, includesRole, type Role } from '#core/access/editor.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { document, html, type Html, type Renderable } from '#html.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { houseLink, siteHead } from '#http/pages/site-files.ts'
import { actionButton } from './parts.ts'
import type { LiveSite } from '#ports/site.ts'

/** An area of the console with the lowest role that may open it; `part`: the part of the library that it is about. */
type Area = { path: string; label: string; part?: LibraryPart; role: Role }

/** The areas in menu order. What is switched off stays stored, so its area stays, too. */
const navigation: readonly Area[] = [
  { path: '/console/queue', label: 'Queue', role: 'reviewer' },
  { path: '/console/candidates', label: 'Inbox', role: 'editor' },
  { path: '/console/proposals', label: 'Proposals', role: 'editor' },
  { path: '/console/sources', label: 'Sources', role: 'editor' },
  { path: '/console/imports', label: 'Imports', role: 'editor' },
  { path: '/console/notes', label: 'Reply templates', role: 'editor' },
  { path: '/console/papers', label: 'Papers', role: 'editor' },
  { path: '/console/files', label: 'Files', role: 'editor' },
  { path: '/console/concepts', label: 'Concepts', part: 'concepts', role: 'editor' },
  { path: '/console/gaps', label: 'Gaps', part: 'gaps', role: 'editor' },
  { path: '/console/chapters', label: 'Chapters', role: 'editor' },
  { path: '/console/briefs', label: 'Briefs', part: 'briefs', role: 'editor' },
  { path: '/console/messages', label: 'Messages', role: 'editor' },
  { path: '/console/outbox', label: 'Outbox', role: 'editor' },
  { path: '/console/subscribers', label: 'Subscribers', role: 'admin' },
  { path: '/console/ingestion', label: 'Ingestion', role: 'admin' },
  { path: '/console/dumps', label: 'Dumps', role: 'admin' },
  { path: '/console/keys', label: 'Keys', role: 'admin' },
  { path: '/console/webhooks', label: 'Webhooks', role: 'admin' },
  { path: '/console/audit', label: 'Audit log', role: 'editor' },
  { path: '/console/settings', label: 'Settings', role: 'admin' },
  { path: '/console/people', label: 'Users', role: 'admin' },
]

const navigationFor = (role: Role, words: LibraryWords): readonly { path: string; label: string }[] =>
  navigation
    .filter((area) => includesRole(role, area.role))
    .map(({ path, label, part }) => ({ path, label: part === undefined ? label : partHeading(part, words) }))

export type ConsolePageOptions = {
  title: string
  site: LiveSite
  /** The signed-in editor; null before signing in. */
  editor: Editor | null
  /** The path of the area that the page belongs to. */
  activePath?: string
  body: Renderable
  /** More elements for the head, such as the page's own script. */
  head?: Renderable
}

const navigationItem =
  (at: string | undefined) =>
  ({ path, label }: { path: string; label: string }): Html =>
    html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${label}</a></li>`

const accountMenu = ({ name, role }: Editor, at: string | undefined): Html =>
  html`<div class="account">
      <a href="/console/account"${at === '/console/account' && html` aria-current="page"`}>${name}</a>
      <span class="quiet">${role}</span>
      ${actionButton({ path: '/console/sign-out', label: 'Sign out' })}
    </div>`

/** The frame of every console page. */
export const consolePage = ({ title, site, editor, activePath, body, head }: ConsolePageOptions): Html =>
  document(html`<html lang="en" class="console">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${plainMathematics(title)} · ${site.current().name} console</title>
    <link rel="stylesheet" href="${assetUrl('longview.css')}" />
    <link rel="stylesheet" href="${assetUrl('console.css')}" />
    <link rel="stylesheet" href="${assetUrl('console-forms.css')}" />
    <link rel="stylesheet" href="${assetUrl('console-tables.css')}" />
    <link rel="stylesheet" href="${assetUrl('console-editing.css')}" />
    ${siteHead(site, assetUrl('favicon.svg'))}
    <script src="${assetUrl('theme.js')}"></script>
    ${head}
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="console-header">
      ${houseLink(site)}
      ${editor !== null && html`<nav aria-label="Console"><ul>${navigationFor(editor.role, site.current()).map(navigationItem(activePath))}</ul></nav>`}
      ${editor !== null && accountMenu(editor, activePath)}
      <button class="theme" type="button" hidden>Theme</button>
    </header>
    <main id="content" tabindex="-1">${body}</main>
  </body>
</html>`)
