import { weekLabel } from '#core/editorial/week.ts'
import type { Paper } from '#core/papers/paper.ts'
import { document, html, markdown, type Html } from '#html.ts'
import type { BriefContent } from '#ports/email-composer.ts'

export type BriefSite = { houseName: string; publicUrl: string; unsubscribe: string }

/**
 * Mail programs take styles only from the email itself, and some none but those of elements; what all of them must show, such
 * as width and colours of text, is therefore also an attribute.
 */
const STYLES = html`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; }
  h1, h2, h3, h4 { line-height: 1.25; }
  blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #ddd6c9; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  a { color: #7a2e12; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #171614 !important; color: #e8e3d9 !important; }
    .quiet { color: #aaa296 !important; }
    a { color: #f0a884 !important; }
  }
</style>`

const MAX_AUTHORS = 3

const authorsOf = ({ authors }: Paper): string =>
  authors.length <= MAX_AUTHORS + 1
    ? authors.join(', ')
    : `${authors.slice(0, MAX_AUTHORS).join(', ')} and ${authors.length - MAX_AUTHORS} more`

const QUIET = 'color:#625b51;font-size:14px'

const paperItem = (publicUrl: string, paper: Paper): Html =>
  html`<li style="margin:0 0 14px"><a href="${publicUrl}/papers/${paper.id}" dir="auto">${paper.title}</a><br>
    <span class="quiet" style="${QUIET}"><bdi>${authorsOf(paper)}</bdi> · ${paper.year}</span></li>`

/** A brief as a page for mail programs: one column, readable without styles, without pictures. */
export const briefHtml = (
  { houseName, publicUrl, unsubscribe }: BriefSite,
  { brief, featured, summary, take }: BriefContent,
): Html => {
  const address = `${publicUrl}/briefs/${brief.id}`
  return document(html`<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${brief.title}</title>
  ${STYLES}
</head>
<body class="page" style="margin:0;padding:0;background:#fdfcf9;color:#1f1c18">
<div class="page" style="max-width:600px;margin:0 auto;padding:24px 20px;font-family:Georgia,serif;font-size:17px;line-height:1.6;overflow-wrap:break-word">
  <p class="quiet" style="${QUIET}">${houseName} · ${weekLabel(brief.week)} · <a href="${address}">Read it on the web</a></p>
  <h1 style="font-size:26px;margin:0 0 16px">${brief.title}</h1>
  ${markdown(summary, 2)}
  <h2>${houseName}’s take</h2>
  ${markdown(take, 3)}
  ${featured.length > 0 && html`<h2>Featured papers</h2><ul style="padding-left:20px">${featured.map((paper) => paperItem(publicUrl, paper))}</ul>`}
  <hr style="border:0;border-top:1px solid #ddd6c9;margin:32px 0 16px">
  <p class="quiet" style="${QUIET}">You get this email because you subscribed to the weekly brief of <a href="${publicUrl}/">${houseName}</a> at this address and confirmed it.
  <a href="${unsubscribe}">Unsubscribe</a> at any time.</p>
</div>
</body>
</html>`)
}
