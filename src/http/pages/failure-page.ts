import { html, type Html } from '#html.ts'
import type { Failure, FailureCode } from '#core/failure.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { layout } from './layout.ts'
import { statusCodes } from '#http/routing/status-codes.ts'

type PageText = { title: string; advice: string }

const badRequest: PageText = {
  title: 'This address asks for something that is not possible',
  advice: 'Change what is named above, or begin again in the library.',
}
const forbidden: PageText = {
  title: 'This is not open to you',
  advice: 'Some things need a key or a sign-in, which the operator gives out.',
}
const retryLater: PageText = {
  title: 'Please try again in a moment',
  advice: 'Reload this page in a few seconds. Nothing that was kept is lost.',
}

/** What people are told, by status: what happened, and what to do. */
const textByStatus: Record<number, PageText> = {
  400: badRequest,
  401: forbidden,
  403: forbidden,
  404: {
    title: 'There is nothing here',
    advice: 'The address may be mistyped, or the page may have moved. Search for it, or begin in the library.',
  },
  405: { title: 'This cannot be done here', advice: 'Go back, and take another way.' },
  410: {
    title: 'This paper was retracted',
    advice: 'It was part of the library and is no longer. What was written about it elsewhere may need a second look.',
  },
  429: { title: 'That was too much at once', advice: 'Wait as long as is said above, and send it again.' },
  500: { title: 'Something went wrong here', advice: 'It is not your doing. Try again, or tell us what you did.' },
  503: retryLater,
  507: retryLater,
}

const search = (): Html => html`<form class="search" role="search" action="/" method="get">
<div class="field"><label for="search">Search the library</label><input type="search" id="search" name="q" maxlength="256" /></div>
</form>`

const validationErrors = ({ details }: Failure): Html | false =>
  details.length > 1 && html`<ul>${details.map(({ path, message }) => html`<li>${path}: ${message}</li>`)}</ul>`

const textFor = (code: FailureCode): PageText => textByStatus[statusCodes[code]] ?? badRequest

/** A failure as a page that helps; it needs nothing that may have failed. */
export const failurePage = (houseName: string, failure: Failure): Html => {
  const { title, advice } = textFor(failure.code)
  return layout({
    title,
    houseName,
    search: false,
    body: html`<h1>${title}</h1>
<p class="lead">${failure.message}</p>
${validationErrors(failure)}<p>${advice}</p>
${search()}
<ul class="ways"><li><a href="/">The library</a></li><li><a href="/concepts">Concepts</a></li><li><a href="/map">The map of all papers</a></li><li><a href="/contact">Tell us what is missing</a></li></ul>`,
  })
}

/** A failure as a page for people. */
export const failurePagePresenter =
  (houseName: string) =>
  (failure: Failure): Reply =>
    page(statusCodes[failure.code], failurePage(houseName, failure), failureHeaders(failure))
