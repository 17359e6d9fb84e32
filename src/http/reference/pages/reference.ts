import { html, type Html } from '#html.ts'
import { isRole, type Role } from '#core/access/editor.ts'
import { failureCodes } from '#core/failure.ts'
import { layout } from '#http/pages/layout.ts'
import { statusCodes } from '#http/routing/status-codes.ts'
import type { Route } from '#http/routing/route.ts'
import type { DescribedSurface } from '#http/reference/openapi.ts'

const accessSentence: Record<Exclude<Route['access'], Role>, string> = {
  public: 'Open to all.',
  submit: 'Needs an API key with the scope submit, in X-API-Key.',
  review: 'Needs an API key with the scope review, in X-API-Key.',
  token: 'Needs the token from an email.',
}

const routeEntry = (route: Route): Html => html`<section>
  <h3><code>${route.method.toUpperCase()} ${route.path}</code></h3>
  <p>${route.summary}. ${!isRole(route.access) && accessSentence[route.access]}</p>
  <dl class="facts">${Object.entries(route.responses).map(
    ([status, { description }]) => html`<dt>${status}</dt><dd>${description}</dd>`,
  )}</dl>
</section>`

const errorRow = (code: (typeof failureCodes)[number]): Html =>
  html`<tr id="error-${code}"><td><code>${code}</code></td><td>${statusCodes[code]}</td></tr>`

type Reference = { version: string; houseName: string; surfaces: readonly DescribedSurface[] }

/** Every route as it stands in the route tables, and every error code with its status. */
export const referencePage = ({ version, houseName, surfaces }: Reference): Html =>
  layout({
    title: 'Reference',
    houseName,
    body: html`<h1>Reference</h1>
      <p>Version ${version}. The same as <a href="/openapi.json">OpenAPI 3.1</a>, with all fields.</p>
      ${surfaces.map(({ errors, routes }) => html`<h2>${errors.tag}</h2>${routes.map(routeEntry)}`)}
      <h2>Error codes</h2>
      <table><thead><tr><th>code</th><th>status</th></tr></thead><tbody>${failureCodes.map(errorRow)}</tbody></table>`,
  })
