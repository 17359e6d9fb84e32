import { createHash } from 'node:crypto'
import { accentShades } from '#core/accent-colour.ts'
import type { Settings } from '#core/settings.ts'
import { html, type Html } from '#html.ts'
import type { LiveSite } from '#ports/site.ts'

/** What a library brings of its own: files at addresses with a digest of their content, which browsers may keep for ever. */

export const siteFileNames = ['accent.css', 'logo.svg', 'favicon.svg'] as const
type SiteFileName = (typeof siteFileNames)[number]

export type SiteFile = { name: SiteFileName; type: string; body: string; digest: string }

type SiteFiles = Readonly<Partial<Record<SiteFileName, SiteFile>>>

/** The policy of pages forbids styles within them, so the accent is a file. */
const accentStyle = (colour: string): string => {
  const { accent, link } = accentShades(colour)
  return `:root {
  --accent: light-dark(${accent.light}, ${accent.dark});
  --link: light-dark(${link.light}, ${link.dark});
}
`
}

export const digestOf = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 12)

const makeFiles = ({ accentColor, logo, favicon }: Settings): SiteFiles => {
  const contents: [SiteFileName, string, string | null][] = [
    ['accent.css', 'text/css; charset=utf-8', accentColor === null ? null : accentStyle(accentColor)],
    ['logo.svg', 'image/svg+xml', logo],
    ['favicon.svg', 'image/svg+xml', favicon],
  ]
  return Object.fromEntries(
    contents.flatMap(([name, type, body]) => {
      if (body === null) return []
      return [[name, { name, type, body, digest: digestOf(body) }]]
    }),
  )
}

const made = new WeakMap<Settings, SiteFiles>()

/** The file that the settings make; null for what is not set. */
export const findSiteFile = (settings: Settings, name: SiteFileName): SiteFile | null => {
  const files = made.get(settings) ?? makeFiles(settings)
  made.set(settings, files)
  return files[name] ?? null
}

const addressOf = ({ digest, name }: SiteFile): string => `/site/${digest}/${name}`

/** Elements of the head of every page, after its stylesheets. @param programIcon the address of the icon by default */
export const siteHead = (site: LiveSite, programIcon: string): Html => {
  const settings = site.current()
  const [accent, favicon] = [findSiteFile(settings, 'accent.css'), findSiteFile(settings, 'favicon.svg')]
  const icon = favicon === null ? programIcon : addressOf(favicon)
  return html`${
    accent !== null &&
    html`<link rel="stylesheet" href="${addressOf(accent)}" />
    `
  }<link rel="icon" href="${icon}" type="image/svg+xml" />`
}

const LOGO_HEIGHT = 32
const MAX_LOGO_WIDTH = 240

/** Its width at the height of the header, so that nothing moves when it arrives. */
const logoWidth = (svg: string): number => {
  const start = svg.slice(0, svg.indexOf('>'))
  const box = /viewBox="[\d.e+-]+[\s,]+[\d.e+-]+[\s,]+(?<width>[\d.]+)[\s,]+(?<height>[\d.]+)"/u.exec(start)?.groups
  const sides = box ?? {
    width: /\swidth="(?<side>[\d.]+)(?:px)?"/u.exec(start)?.groups?.side,
    height: /\sheight="(?<side>[\d.]+)(?:px)?"/u.exec(start)?.groups?.side,
  }
  const ratio = Number(sides.width) / Number(sides.height)
  return Number.isFinite(ratio) && ratio > 0
    ? Math.max(1, Math.min(MAX_LOGO_WIDTH, Math.round(ratio * LOGO_HEIGHT)))
    : LOGO_HEIGHT
}

/** The name of the library as a link to its front page, or its logo. */
export const houseLink = (site: LiveSite): Html => {
  const settings = site.current()
  const logo = findSiteFile(settings, 'logo.svg')
  return html`<a class="house" href="/">${
    logo === null
      ? settings.name
      : html`<img src="${addressOf(logo)}" alt="${settings.name}" width="${logoWidth(logo.body)}" height="${LOGO_HEIGHT}" />`
  }</a>`
}
