import { convert } from 'html-to-text'
import { weekLabel } from '#core/editorial/week.ts'
import type { BriefContent, EmailComposer } from '#ports/email-composer.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { plainMathematics, withPlainFormulas } from '#core/text/mathematics.ts'
import { TEXT_WIDTH, textFooter, underlined, authorsInShort, emailPage, QUIET } from './email-page.ts'
import type { Paper } from '#core/papers/paper.ts'
import { linkPaperIds } from '#core/papers/paper-mentions.ts'
import { html, markdown, type Html } from '#html.ts'
import { randomUUID } from 'node:crypto'
import { feedbackId, type SubscriptionHeaders } from './subscription.ts'

/** Characters of a column of a table in plain text; longer cells wrap. */
const MAX_COLUMN = 24

/** Rendered Markdown as wrapped text; each link is followed by its address. */
const plainText = (markup: MarkdownMarkup): string => {
  const heading = { options: { uppercase: false } }
  return convert(markup, {
    wordwrap: TEXT_WIDTH,
    selectors: [
      { selector: 'figure', format: 'paragraph' },
      { selector: 'figcaption', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: MAX_COLUMN } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ],
  })
}

/** A brief as plain text. */
const briefText = async (
  { houseName, briefName, publicUrl, ...links }: BriefSite,
  { brief, featured, summary, take }: BriefContent,
): Promise<string> =>
  [
    plainMathematics(brief.title),
    `${houseName}, ${weekLabel(brief.week)}`,
    `On the web: ${publicUrl}/briefs/${brief.id}`,
    '',
    plainText(summary),
    '',
    ...underlined(`${houseName}’s take`),
    '',
    plainText(take),
    '',
    ...(featured.length === 0 ? [] : [...underlined('Featured papers'), '']),
    ...featured.flatMap(({ id, title, year }) => [
      `${plainMathematics(title)} (${year})`,
      `  ${publicUrl}/papers/${id}`,
      '',
    ]),
    ...textFooter(
      [
        `You get this email because you subscribed to the weekly ${briefName} of ${houseName}`,
        'at this address and confirmed it.',
      ],
      links,
    ),
  ].join('\n')

type BriefSite = {
  houseName: string
  briefName: string
  accentColor: string | null
  publicUrl: string
  unsubscribe: string
  preferences: string
}

const paperItem = (publicUrl: string, { id, title, authors, year }: Paper): Html =>
  html`<li style="margin:0 0 14px"><a href="${publicUrl}/papers/${id}" dir="auto">${plainMathematics(title)}</a><br>
    <span class="quiet" style="${QUIET}"><bdi>${authorsInShort(authors)}</bdi> · ${year}</span></li>`

/** A brief as an HTML email. */
const briefHtml = (
  { houseName, briefName, accentColor, publicUrl, unsubscribe, preferences }: BriefSite,
  { brief, featured, summary, take }: BriefContent,
): Html => {
  const address = `${publicUrl}/briefs/${brief.id}`
  return emailPage({
    title: plainMathematics(brief.title),
    accentColor,
    body: html`<p class="quiet" style="${QUIET}">${houseName} · ${weekLabel(brief.week)} · <a href="${address}">Read it on the web</a></p>
  <h1 style="font-size:26px;margin:0 0 16px">${plainMathematics(brief.title)}</h1>
  ${markdown(withPlainFormulas(summary), 2)}
  <h2>${houseName}’s take</h2>
  ${markdown(withPlainFormulas(take), 3)}
  ${featured.length > 0 && html`<h2>Featured papers</h2><ul style="padding-left:20px">${featured.map((paper) => paperItem(publicUrl, paper))}</ul>`}`,
    why: html`You get this email because you subscribed to the weekly ${briefName} of <a href="${publicUrl}/">${houseName}</a> at this address and confirmed it.`,
    unsubscribe,
    preferences,
  })
}

type Site = {
  houseName: string
  briefName: string
  accentColor: string | null
  publicUrl: () => string
  listHeaders: SubscriptionHeaders
}

/** A placeholder for a subscriber's link; being random, it cannot occur in the text of a brief. */
const linkPlace = (): string => `https://link.invalid/${randomUUID()}`

/**
 * A published brief, as HTML and plain text. It is composed once, and each subscriber's links are filled in. Nothing in it
 * tracks whether it was read: no images, and no redirecting links.
 */
export const briefEmail =
  ({ listHeaders, publicUrl, ...house }: Site): EmailComposer['brief'] =>
  async (given) => {
    const { brief, mentioned } = given
    const places = { unsubscribe: linkPlace(), preferences: linkPlace() }
    const { houseName } = house
    const site = { ...house, publicUrl: publicUrl(), ...places }
    const linked = (markup: MarkdownMarkup) => linkPaperIds(markup, mentioned, { site: site.publicUrl })
    const content = { ...given, summary: linked(given.summary), take: linked(given.take) }
    const text = await briefText(site, content)
    const html = briefHtml(site, content).toString()
    const feedback = feedbackId(brief.id, 'brief', site.publicUrl)
    return (subscriberId) => {
      const { unsubscribe, preferences, headers } = listHeaders(subscriberId)
      const withLinks = (written: string): string =>
        written.replaceAll(places.unsubscribe, unsubscribe).replaceAll(places.preferences, preferences)
      return {
        subject: `${plainMathematics(brief.title)} (${houseName}, ${weekLabel(brief.week)})`,
        replyTo: null,
        headers: { ...headers, 'Feedback-ID': feedback, Precedence: 'bulk' },
        text: withLinks(text),
        html: withLinks(html),
      }
    }
  }
