import { html, type Html } from '#html.ts'
import { alternateLinks } from '#http/reader/alternate-links.ts'
import { feedFormats } from '#http/reader/feeds/formats/feed-formats.ts'

/** Elements of a page's head that tell feed readers where its feeds are. */
export const feedLinks = (formPath: string, search = ''): Html => alternateLinks(formPath, feedFormats, search)

/** Where people find the same. */
export const followLine = (formPath: string, search = '', label = 'Follow this'): Html =>
  html`<p class="quiet follow">${label}: ${feedFormats.map(
    ({ ending, name }, index) => html`${index > 0 && ' · '}<a href="${formPath}.${ending}${search}">${name}</a>`,
  )}</p>`
