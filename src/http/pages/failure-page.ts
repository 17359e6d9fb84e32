import { hasMap, isOn, partHeading } from '#core/papers/library-words.ts'
import { html, type Html } from '#html.ts'
import type { Failure, FailureCode } from '#core/failure.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'
import { layout } from './layout.ts'
import type { LiveSite } from '#ports/site.ts'

type PageText = { title: string; advice: string }

const badRequest: PageText = {
  title: 'Bad request',
  advice: 'Correct the error named above, or start again in the library.',
}
const forbidden: PageText = {
  title: 'Access denied',
  advice: 'This needs a key or an account. Ask the operator for one.',
}
const retryLater: PageText = {
  title: 'Temporarily unavailable',
  advice: 'Reload this page in a few seconds. No data is lost.',
}

/** By status: what happened, and what to do. */
const textByStatus: Record<number, PageText> = {
  400: badRequest,
  401: forbidden,
  403: forbidden,
  404: {
    title: 'Page not found',
    advice: 'The address may be mistyped, or the page may have moved. Search for it, or start in the library.',
  },
  405: { title: 'Method not allowed', advice: 'Go back, and use the links and buttons on the page.' },
  406: {
    title: 'Not in this format',
    advice: 'Request one of these addresses, or accept one of these media types.',
  },
  410: {
    title: 'This paper was retracted',
    advice: 'It is no longer part of the library. Texts that cite it may need another look.',
  },
  429: { title: 'Too many requests', advice: 'Wait as long as stated above, then send it again.' },
  500: { title: 'Something went wrong', advice: 'The fault is ours. Try again, or tell us what you did.' },
  503: retryLater,
  507: retryLater,
}

const search = (): Html => html`<form class="search" role="search" action="/papers" method="get">
<div class="field"><label for="search">Search the library</label><input type="search" id="search" name="q" maxlength="256" /></div>
<button type="submit">Search</button>
</form>`

const validationErrors = ({ details }: Failure): Html | false =>
  details.length > 1 && html`<ul>${details.map(({ path, message }) => html`<li>${path}: ${message}</li>`)}</ul>`

const textFor = (code: FailureCode): PageText => textByStatus[statusCodes[code]] ?? badRequest

/** A failure as a page. It uses nothing that may have failed, such as the store. */
export const failurePage = (site: LiveSite, failure: Failure): Html => {
  const { title, advice } = textFor(failure.code)
  const words = site.current()
  return layout({
    title,
    site,
    search: false,
    body: html`<h1>${title}</h1>
<p class="lead">${failure.message}</p>
${validationErrors(failure)}<p>${advice}</p>
${search()}
<ul class="ways"><li><a href="/">The library</a></li>${isOn('concepts', words) && html`<li><a href="/concepts">${partHeading('concepts', words)}</a></li>`}${hasMap(words) && html`<li><a href="/map">The map of all papers</a></li>`}<li><a href="/contact">Tell us what is missing</a></li></ul>`,
  })
}

export const failurePagePresenter =
  (site: LiveSite) =>
  (failure: Failure): Reply =>
    page(statusCodes[failure.code], failurePage(site, failure), failureHeaders(failure))
