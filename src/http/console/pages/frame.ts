import { type LibraryWords, partHeading } from '#core/papers/library-words.ts'
import type { LibraryPart } from '#core/settings.ts'
import { type Editor, includesRole, type Role } from '#core/access/editor.ts'
import type { WaitingKind } from '#core/review/waiting.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { document, html, type Html, type Renderable } from '#html.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { houseLink, siteHead } from '#http/pages/site-files.ts'
import { actionButton } from './parts.ts'
import type { LiveSite } from '#ports/site.ts'

/**
 * An area of the console with the lowest role that may open it. `part`: the part of the library that it is about. `waiting`: what waits
 * there, whose number stands beside it.
 */
type Area = { path: string; label: string; part?: LibraryPart; waiting?: WaitingKind; role: Role }

/** Areas that belong together, in menu order. */
type Group = { name: string; areas: readonly Area[] }

/** The front of the console, which stands before the groups. */
export const TODAY_PATH = '/console'

/** What is switched off stays stored, so its area stays, too. */
const groups: readonly Group[] = [
  {
    name: 'Review',
    areas: [
      { path: '/console/queue', label: 'Queue', waiting: 'submissions', role: 'reviewer' },
      { path: '/console/candidates', label: 'Inbox', waiting: 'candidates', role: 'editor' },
      { path: '/console/proposals', label: 'Proposals', waiting: 'proposals', role: 'editor' },
      { path: '/console/alerts', label: 'Alerts', role: 'editor' },
      { path: '/console/messages', label: 'Messages', waiting: 'messages', role: 'editor' },
    ],
  },
  {
    name: 'Library',
    areas: [
      { path: '/console/papers', label: 'Papers', role: 'editor' },
      { path: '/console/files', label: 'Files', role: 'editor' },
      { path: '/console/concepts', label: 'Concepts', part: 'concepts', role: 'editor' },
      { path: '/console/chapters', label: 'Chapters', role: 'editor' },
      { path: '/console/imports', label: 'Imports', role: 'editor' },
      { path: '/console/sources', label: 'Sources', role: 'editor' },
      { path: '/console/ingestion', label: 'Ingestion', role: 'admin' },
    ],
  },
  {
    name: 'Publish',
    areas: [
      { path: '/console/briefs', label: 'Briefs', part: 'briefs', role: 'editor' },
      { path: '/console/gaps', label: 'Gaps', part: 'gaps', role: 'editor' },
      { path: '/console/outbox', label: 'Outbox', waiting: 'emails', role: 'editor' },
      { path: '/console/subscribers', label: 'Subscribers', role: 'admin' },
      { path: '/console/dumps', label: 'Dumps', role: 'admin' },
    ],
  },
  {
    name: 'Admin',
    areas: [
      { path: '/console/people', label: 'Users', role: 'admin' },
      { path: '/console/keys', label: 'Keys', role: 'admin' },
      { path: '/console/webhooks', label: 'Webhooks', role: 'admin' },
      { path: '/console/settings', label: 'Settings', role: 'admin' },
      { path: '/console/notes', label: 'Reply templates', role: 'editor' },
      { path: '/console/audit', label: 'Audit log', role: 'editor' },
    ],
  },
]

/** The groups with the areas that a role may open; a group without any is left out. */
const groupsFor = (role: Role): readonly Group[] =>
  groups
    .map(({ name, areas }) => ({ name, areas: areas.filter((area) => includesRole(role, area.role)) }))
    .filter(({ areas }) => areas.length > 0)

/** The same in one list, for the command palette. */
export const areasFor = (role: Role, words: LibraryWords): { path: string; label: string; group: string }[] => [
  { path: TODAY_PATH, label: 'Today', group: '' },
  ...groupsFor(role).flatMap(({ name, areas }) =>
    areas.map(({ path, label, part }) => ({
      path,
      label: part === undefined ? label : partHeading(part, words),
      group: name,
    })),
  ),
]

export type ConsolePageOptions = {
  title: string
  site: LiveSite
  /** The signed-in editor; null before signing in. */
  editor: Editor | null
  /** The path of the area that the page belongs to. */
  activePath?: string
  body: Renderable
  /** More elements for the head, such as the page's own script, which takes a key before `keys.js` does. */
  head?: Renderable
}

/** Where `menu-counts.ts` writes how much of this waits. */
const waitingMark = (areas: readonly Area[]): Html | false => {
  const kinds = areas.flatMap(({ waiting = [] }) => waiting)
  return kinds.length > 0 && html`<!--waiting ${kinds.join(' ')}-->`
}

type Place = { words: LibraryWords; at: string | undefined }

const areaLabel = ({ label, part }: Area, words: LibraryWords): string =>
  part === undefined ? label : partHeading(part, words)

const areaList = (areas: readonly Area[], { words, at }: Place): Html =>
  html`<ul>${areas.map(
    (area) =>
      html`<li><a href="${area.path}"${area.path === at && html` aria-current="page"`}>${areaLabel(area, words)}${waitingMark([area])}</a></li>`,
  )}</ul>`

/** The present group shows its areas; any other one shows them when it is opened. */
const groupItem = ({ name, areas }: Group, place: Place): Html => {
  const isPresent = areas.some(({ path }) => path === place.at)
  return isPresent
    ? html`<li class="present"><a href="${areas[0]?.path}" aria-current="true">${name}${waitingMark(areas)}</a>${areaList(areas, place)}</li>`
    : html`<li><details name="group"><summary>${name}${waitingMark(areas)}</summary>${areaList(areas, place)}</details></li>`
}

const navigation = ({ role }: Editor, place: Place): Html =>
  html`<nav aria-label="Console"><ul class="groups">
        <li><a href="${TODAY_PATH}"${place.at === TODAY_PATH && html` aria-current="page"`}>Today</a></li>
        ${groupsFor(role).map((group) => groupItem(group, place))}
      </ul></nav>`

export const FIND_PATH = '/console/find'

/** Opens the command palette; without a script, a page that finds the same. */
const paletteLink = (at: string | undefined): Html =>
  html`<a class="palette-link" href="${FIND_PATH}" data-palette aria-keyshortcuts="Control+K"${at === FIND_PATH && html` aria-current="page"`}>Find</a>`

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
    <script type="module" src="${assetUrl('console-frame.js')}"></script>
    ${editor !== null && html`<script type="module" src="${assetUrl('console-palette.js')}"></script>`}
    ${head}
    <script type="module" src="${assetUrl('keys.js')}"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="console-header">
      ${houseLink(site)}
      ${editor !== null && navigation(editor, { words: site.current(), at: activePath })}
      ${editor !== null && includesRole(editor.role, 'editor') && html`<a class="add-link" href="/console/add" aria-keyshortcuts="+"${activePath === '/console/add' && html` aria-current="page"`}>+ Add</a>`}
      ${editor !== null && paletteLink(activePath)}
      ${editor !== null && accountMenu(editor, activePath)}
      <button class="theme" type="button" hidden>Theme</button>
    </header>
    <main id="content" tabindex="-1">${body}</main>
  </body>
</html>`)
