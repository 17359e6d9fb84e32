import { accentShades } from '#core/accent-colour.ts'
import { document, html, type Html } from '#html.ts'

type LinkColours = ReturnType<typeof accentShades>['link']

const usualLinks: LinkColours = { light: '#7a2e12', dark: '#f0a884' }

/**
 * Mail programs only apply styles in the email itself, and some only those in attributes. Essential styles, such as width and
 * text colours, are therefore also attributes.
 */
const styles = ({ light, dark }: LinkColours): Html => html`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; }
  h1, h2, h3, h4 { line-height: 1.25; }
  h2 { font-size: 20px; }
  h3, h4 { font-size: 17px; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; }
  td, th { border-bottom: 1px solid #ddd6c9; padding: 4px 16px 4px 0; text-align: left; vertical-align: top; }
  figure { margin: 1em 0; }
  blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #ddd6c9; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  a { color: ${light}; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #171614 !important; color: #e8e3d9 !important; }
    .quiet { color: #aaa296 !important; }
    blockquote, td, th, hr { border-color: #3b3833 !important; }
    a { color: ${dark} !important; }
  }
</style>`

/** Small print. */
export const QUIET = 'color:#625b51;font-size:14px'

const MAX_AUTHORS = 3

/** The first authors, and how many more there are. */
export const authorsInShort = (authors: readonly string[]): string =>
  authors.length <= MAX_AUTHORS + 1
    ? authors.join(', ')
    : `${authors.slice(0, MAX_AUTHORS).join(', ')} and ${authors.length - MAX_AUTHORS} more`

type EmailPage = {
  title: string
  /** That of the library; null for the colour of the program. */
  accentColor: string | null
  body: Html
  /** Why the reader gets the email. */
  why: Html
  unsubscribe: string
  preferences: string
}

/** The HTML of an email: one column, readable without styles, no images. */
export const emailPage = ({ title, accentColor, body, why, unsubscribe, preferences }: EmailPage): Html =>
  document(html`<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  ${styles(accentColor === null ? usualLinks : accentShades(accentColor).link)}
</head>
<body class="page" style="margin:0;padding:0;background:#fdfcf9;color:#1f1c18">
<div class="page" style="max-width:600px;margin:0 auto;padding:24px 20px;font-family:Georgia,serif;font-size:17px;line-height:1.6;overflow-wrap:break-word">
  ${body}
  <hr style="border:0;border-top:1px solid #ddd6c9;margin:32px 0 16px">
  <p class="quiet" style="${QUIET}">${why}
  <a href="${preferences}">Choose what you get and how often</a>, or <a href="${unsubscribe}">unsubscribe</a> at any time.</p>
</div>
</body>
</html>`)

/** The footer of a plain-text email: why the reader gets it, and how to change or stop that. */
export const textFooter = (
  why: readonly string[],
  { unsubscribe, preferences }: Pick<EmailPage, 'unsubscribe' | 'preferences'>,
): string[] => ['-- ', ...why, `Choose what you get and how often: ${preferences}`, `Unsubscribe: ${unsubscribe}`, '']

/** Columns of a plain-text email. */
export const TEXT_WIDTH = 72

/** A heading of a plain-text email. */
export const underlined = (title: string): string[] => [
  title,
  '-'.repeat(Math.min(Array.from(title).length, TEXT_WIDTH)),
]
