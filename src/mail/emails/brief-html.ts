import { weekLabel } from '#core/editorial/week.ts'
import type { Paper } from '#core/papers/paper.ts'
import { html, markdown, type Html } from '#html.ts'
import type { BriefContent } from '#ports/email-composer.ts'
import { authorsInShort, emailPage, QUIET } from './email-page.ts'

export type BriefSite = { houseName: string; publicUrl: string; unsubscribe: string; preferences: string }

const paperItem = (publicUrl: string, { id, title, authors, year }: Paper): Html =>
  html`<li style="margin:0 0 14px"><a href="${publicUrl}/papers/${id}" dir="auto">${title}</a><br>
    <span class="quiet" style="${QUIET}"><bdi>${authorsInShort(authors)}</bdi> · ${year}</span></li>`

/** A brief as a page for mail programs. */
export const briefHtml = (
  { houseName, publicUrl, unsubscribe, preferences }: BriefSite,
  { brief, featured, summary, take }: BriefContent,
): Html => {
  const address = `${publicUrl}/briefs/${brief.id}`
  return emailPage({
    title: brief.title,
    body: html`<p class="quiet" style="${QUIET}">${houseName} · ${weekLabel(brief.week)} · <a href="${address}">Read it on the web</a></p>
  <h1 style="font-size:26px;margin:0 0 16px">${brief.title}</h1>
  ${markdown(summary, 2)}
  <h2>${houseName}’s take</h2>
  ${markdown(take, 3)}
  ${featured.length > 0 && html`<h2>Featured papers</h2><ul style="padding-left:20px">${featured.map((paper) => paperItem(publicUrl, paper))}</ul>`}`,
    why: html`You get this email because you subscribed to the weekly brief of <a href="${publicUrl}/">${houseName}</a> at this address and confirmed it.`,
    unsubscribe,
    preferences,
  })
}
