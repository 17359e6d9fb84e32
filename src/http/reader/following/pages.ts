import { DIGEST_HOUR } from '#core/following/digest.ts'
import { MAX_FOLLOWS } from '#core/following/follow.ts'
import { followedAddress, resultsAddress, type FollowedSearch } from '#core/following/followed-search.ts'
import { requestHours } from '#core/mail/subscriber.ts'
import { html, type Html } from '#html.ts'
import { assetUrl, layout, messagePage } from '#http/pages/layout.ts'
import {
  emailField,
  formMarkup,
  type Field,
  type FormState,
  confirmationPage,
} from '#http/reader/correspondence/pages.ts'
import { feedAddresses } from '#http/reader/feeds/feeds.ts'
import type { LiveSite } from '#ports/site.ts'

export type FollowView = {
  site: LiveSite
  publicUrl: string
  /** Whether there is a mail server to send digests. */
  canMail: boolean
  search: FollowedSearch
  /** The search in words. */
  name: string
}

const followFields: readonly Field[] = [
  emailField('Your email address', 'We send you one email to confirm it, and nothing more until you do.'),
  {
    name: 'frequency',
    label: 'How often',
    kind: 'choice',
    isRequired: true,
    maxLength: 10,
    choices: [
      { value: 'daily', label: 'Daily' },
      { value: 'weekly', label: 'Weekly, on Mondays' },
    ],
  },
]

/** The address of a feed of the search. Feeds have their own order. */
const feedAddress = ({ publicUrl, search }: FollowView, ending: string): string => {
  const [path = '/', given = ''] = followedAddress(search).split('?', 2)
  const query = new URLSearchParams(given)
  query.delete('match')
  query.delete('sort')
  return `${publicUrl}${path === '/' ? '/papers' : path}.${ending}${query.size === 0 ? '' : `?${query.toString()}`}`
}

const byEmail = ({ search, canMail }: FollowView, filled: FormState): Html =>
  canMail
    ? html`<p class="prose">An email comes when there is something new, with everything new since the previous one: daily emails from ${DIGEST_HOUR}:00 UTC, weekly ones on Mondays. Nothing new, no email. Every email has a link to change or stop this. One address can follow up to ${MAX_FOLLOWS} searches.</p>
${formMarkup({ action: '/follow', fields: followFields, button: 'Follow by email', hidden: { search: followedAddress(search) } }, filled)}`
    : html`<p class="notice">This library does not send emails at present. Its feeds have the same content.</p>`

const explanation = ({ search }: FollowView): string =>
  search.of === 'gaps'
    ? 'You hear about each gap once, when it is new.'
    : search.q === null
      ? 'You hear about each paper once, when it is new here. The list shows what is new here first.'
      : 'You hear about each paper once, when it is new here and has all of these words. The list shows what is new here first.'

/** The ways to follow a search: by email and by feed. */
export const followPage = (view: FollowView, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Follow' : 'Not sent yet: Follow',
    site: view.site,
    description: `Follow ${view.name} of ${view.site.current().name} ${view.canMail ? 'by feed or by email' : 'by feed'}.`,
    head: html`<script type="module" src="${assetUrl('copy.js')}"></script>`,
    body: html`<h1>Follow</h1>
<p class="lead" dir="auto">${view.name.slice(0, 1).toUpperCase()}${view.name.slice(1)}</p>
<p>${explanation(view)} <a href="${resultsAddress(view.search)}">See what there is now</a></p>
${view.canMail && html`<h2>By email</h2>`}
${byEmail(view, filled)}
<h2>By feed</h2>
<p>Give one of these addresses to your feed reader. No account is needed.</p>
${feedAddresses((ending) => feedAddress(view, ending))}`,
  })

/** The same for every address, so that nobody learns who follows what. */
export const followSentPage = (site: LiveSite): Html =>
  messagePage(
    { site },
    'Check your inbox',
    `If this address can follow it, an email with a confirmation link is on its way. The link works for ${requestHours.follow} hours.`,
  )

const frequencyText = { daily: 'once a day', weekly: 'once a week' } as const

export const confirmFollowPage = (
  site: LiveSite,
  { name, frequency, action }: { name: string; frequency: keyof typeof frequencyText; action: string },
): Html =>
  confirmationPage(site, {
    title: 'Confirm what you follow',
    sentence: `Confirm to get an email at most ${frequencyText[frequency]} when there is something new: ${name}.`,
    button: 'Confirm',
    action,
  })

export const followConfirmedPage = (site: LiveSite): Html =>
  messagePage({ site }, 'You are following it', 'An email will come when there is something new.')
