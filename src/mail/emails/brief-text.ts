import { weekLabel } from '#core/editorial/week.ts'
import type { BriefContent } from '#ports/email-composer.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { BriefSite } from './brief-html.ts'
import { TEXT_WIDTH, textFooter, underlined } from './email-page.ts'

/** Rendered Markdown as a text of short lines; a link is followed by its address. Its library is loaded with the first one. */
const plainText = async (markup: MarkdownMarkup): Promise<string> => {
  const { convert } = await import('html-to-text')
  const heading = { options: { uppercase: false } }
  return convert(markup, {
    wordwrap: TEXT_WIDTH,
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ],
  })
}

/** A brief as plain text. */
export const briefText = async (
  { houseName, publicUrl, ...links }: BriefSite,
  { brief, featured, summary, take }: BriefContent,
): Promise<string> =>
  [
    brief.title,
    `${houseName}, ${weekLabel(brief.week)}`,
    `On the web: ${publicUrl}/briefs/${brief.id}`,
    '',
    await plainText(summary),
    '',
    ...underlined(`${houseName}’s take`),
    '',
    await plainText(take),
    '',
    ...(featured.length === 0 ? [] : [...underlined('Featured papers'), '']),
    ...featured.flatMap(({ id, title, year }) => [`${title} (${year})`, `  ${publicUrl}/papers/${id}`, '']),
    ...textFooter(
      [
        `You get this email because you subscribed to the weekly brief of ${houseName}`,
        'at this address and confirmed it.',
      ],
      links,
    ),
  ].join('\n')
