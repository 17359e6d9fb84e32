import { followedAddress, type FollowedSearch } from '#core/following/followed-search.ts'
import { html, type Html } from '#html.ts'
import { alternateLinks } from '#http/reader/alternate-links.ts'
import { feedFormats } from '#http/reader/feeds/formats/feed-formats.ts'

/** Elements of a page's head that tell feed readers where its feeds are. */
export const feedLinks = (formPath: string, search = ''): Html => alternateLinks(formPath, feedFormats, search)

/** The page on which a search is followed. */
export const followPath = (search: FollowedSearch): string =>
  `/follow?${new URLSearchParams({ search: followedAddress(search) }).toString()}`

/** Where people find the same, and by email if it can be followed so. */
export const followLine = (
  formPath: string,
  { search = '', label = 'Follow this', follows }: { search?: string; label?: string; follows?: FollowedSearch } = {},
): Html =>
  html`<p class="quiet follow">${label}: ${follows !== undefined && html`<a href="${followPath(follows)}">by email or feed reader</a> · `}${feedFormats.map(
    ({ ending, name }, index) => html`${index > 0 && ' · '}<a href="${formPath}.${ending}${search}">${name}</a>`,
  )}</p>`
