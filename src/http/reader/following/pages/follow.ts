import { DIGEST_HOUR } from '#core/following/digest-slot.ts'
import { MAX_FOLLOWS } from '#core/following/follow.ts'
import { followedAddress, type FollowedSearch } from '#core/following/followed-search.ts'
import { requestHours } from '#core/mail/requests/subscriber-request.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { layout, messagePage } from '#http/pages/layout.ts'
import { emailField, formMarkup, type Field, type FormState } from '#http/reader/correspondence/pages/form.ts'
import { confirmationPage } from '#http/reader/correspondence/pages/subscription.ts'
import { feedFormats } from '#http/reader/feeds/formats/feed-formats.ts'

export type FollowView = {
  houseName: string
  publicUrl: string
  /** Whether there is a mail server to send digests by. */
  canMail: boolean
  search: FollowedSearch
  /** What it is called. */
  name: string
}

const fields: readonly Field[] = [
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

/** The address of a feed of the search; a feed has an order of its own. */
const feedAddress = ({ publicUrl, search }: FollowView, ending: string): string => {
  const [path = '/', given = ''] = followedAddress(search).split('?', 2)
  const query = new URLSearchParams(given)
  query.delete('match')
  query.delete('sort')
  return `${publicUrl}${path === '/' ? '/papers' : path}.${ending}${query.size === 0 ? '' : `?${query.toString()}`}`
}

const feedList = (view: FollowView): Html =>
  html`<dl class="prose">${feedFormats.map(
    ({ ending, name }) =>
      html`<dt>${name}</dt><dd><code id="feed-${ending}">${feedAddress(view, ending)}</code> <button type="button" class="plain" data-copies="feed-${ending}" hidden aria-label="Copy the address of the ${name}">Copy</button></dd>`,
  )}</dl>`

const byEmail = ({ search, canMail }: FollowView, filled: FormState): Html =>
  canMail
    ? html`<p class="prose">An email comes when there is something new, with all that is new since the one before: daily ones from ${DIGEST_HOUR}:00 UTC, weekly ones on Mondays. Nothing new, no email. Every email has a link to change or stop that. One address follows up to ${MAX_FOLLOWS} searches.</p>
${formMarkup({ action: '/follow', fields, button: 'Follow by email', hidden: { search: followedAddress(search) } }, filled)}`
    : html`<p class="notice">This library sends no emails at present. Its feeds have the same content.</p>`

const explanation = ({ search }: FollowView): string =>
  search.of === 'gaps'
    ? 'You hear of each gap once, when it is new.'
    : search.q === null
      ? 'You hear of each paper once, when it is new here. The list shows the newest first.'
      : 'You hear of each paper once, when it is new here and has all of these words. The list shows the newest first.'

/** Everything by which a search is followed. */
export const followPage = (view: FollowView, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Follow' : 'Not sent yet: Follow',
    houseName: view.houseName,
    description: `Follow ${view.name} of ${view.houseName} by feed or by email.`,
    head: html`<script type="module" src="${assetUrl('copy.js')}"></script>`,
    body: html`<h1>Follow</h1>
<p class="lead" dir="auto">${view.name.slice(0, 1).toUpperCase()}${view.name.slice(1)}</p>
<p>${explanation(view)} <a href="${followedAddress(view.search)}">See what there is now</a></p>
<h2>By email</h2>
${byEmail(view, filled)}
<h2>By feed</h2>
<p>Give one of these addresses to your feed reader. No account is needed.</p>
${feedList(view)}`,
  })

/** The same whatever the address: nobody learns who follows what. */
export const followSentPage = (houseName: string): Html =>
  messagePage(
    { houseName },
    'Check your inbox',
    `If this address can follow it, an email with a link to confirm is on its way. The link works for ${requestHours.follow} hours.`,
  )

const often = { daily: 'once a day', weekly: 'once a week' } as const

export const confirmFollowPage = (
  houseName: string,
  { name, frequency, action }: { name: string; frequency: keyof typeof often; action: string },
): Html =>
  confirmationPage(houseName, {
    title: 'Confirm what you follow',
    sentence: `Confirm to get an email at most ${often[frequency]} when there is something new: ${name}.`,
    button: 'Confirm',
    action,
  })

export const followConfirmedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'You follow it', 'An email will come when there is something new.')
