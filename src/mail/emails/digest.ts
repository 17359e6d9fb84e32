import { plainMathematics } from '#core/text/mathematics.ts'
import { html, type Html } from '#html.ts'
import type { DigestEntry, DigestPart, EmailComposer } from '#ports/email-composer.ts'
import { authorsInShort, emailPage, QUIET, textFooter, underlined } from './email-page.ts'
import { feedbackId, type SubscriptionHeaders } from './subscription.ts'

type Site = { houseName: string; accentColor: string | null; publicUrl: () => string; listHeaders: SubscriptionHeaders }

const sentence = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

const entryItem = (publicUrl: string, { path, title, authors, note }: DigestEntry): Html =>
  html`<li style="margin:0 0 14px"><a href="${publicUrl}${path}" dir="auto">${plainMathematics(title)}</a><br>
    <span class="quiet" style="${QUIET}">${authors.length > 0 && html`<bdi>${authorsInShort(authors)}</bdi> · `}${note}</span></li>`

/** Not all papers are counted after a very large import: the number is then a lower bound. */
const moreText = (more: number, isCounted: boolean): string => `${isCounted ? '' : 'at least '}${more} more`

const partHtml = (publicUrl: string, { name, address, entries, more, isCounted }: DigestPart): Html =>
  html`<h2 dir="auto" style="font-size:20px">${sentence(name)}</h2>
  <ul style="padding-left:20px">${entries.map((entry) => entryItem(publicUrl, entry))}</ul>
  <p class="quiet" style="${QUIET}">${more > 0 && `And ${moreText(more, isCounted)}. `}<a href="${publicUrl}${address}">All results of this search, new here first</a></p>`

const partText = (publicUrl: string, { name, address, entries, more, isCounted }: DigestPart): string[] => [
  ...underlined(sentence(name)),
  '',
  ...entries.flatMap(({ path, title, note }) => [`${plainMathematics(title)} (${note})`, `  ${publicUrl}${path}`, '']),
  ...(more > 0 ? [`And ${moreText(more, isCounted)}.`] : []),
  `All results of this search, new here first: ${publicUrl}${address}`,
  '',
]

const counted = (parts: readonly DigestPart[]): number =>
  parts.reduce((sum, { entries, more }) => sum + entries.length + more, 0)

/** The title of the first new entry, and how many more there are. */
const subject = (houseName: string, parts: readonly DigestPart[]): string => {
  const all = counted(parts)
  const first = plainMathematics(parts[0]?.entries[0]?.title ?? '')
  const isCounted = parts.every((part) => part.isCounted)
  return `${first}${all > 1 ? ` and ${moreText(all - 1, isCounted)}` : ''} (new in ${houseName})`
}

/** New entries in the searches that a subscriber follows, as HTML and plain text. Like a brief, it is not tracked. */
export const digestEmail =
  ({ houseName, accentColor, publicUrl, listHeaders }: Site): EmailComposer['digest'] =>
  ({ subscriberId, parts }) => {
    const site = publicUrl()
    const { headers, ...links } = listHeaders(subscriberId, 'digest')
    const title = `New in ${houseName}`
    return {
      subject: subject(houseName, parts),
      replyTo: null,
      headers: { ...headers, 'Feedback-ID': feedbackId('digest', 'digest', site), Precedence: 'bulk' },
      text: [
        title,
        '',
        ...parts.flatMap((part) => partText(site, part)),
        ...textFooter(
          [
            'You get this email because you asked to follow these searches of',
            `${houseName} at this address and confirmed it.`,
          ],
          links,
        ),
      ].join('\n'),
      html: emailPage({
        title,
        accentColor,
        body: html`<h1 style="font-size:26px;margin:0 0 16px">${title}</h1>
  ${parts.map((part) => partHtml(site, part))}`,
        why: html`You get this email because you asked to follow ${parts.length === 1 ? 'this search' : 'these searches'} of <a href="${site}/">${houseName}</a> at this address and confirmed it.`,
        ...links,
      }).toString(),
    }
  }
