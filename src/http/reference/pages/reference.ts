import { html, type Html } from '#html.ts'
import { failureCodes } from '#core/failure.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { layout } from '#http/pages/layout.ts'
import { statusCodes } from '#http/routing/status-codes.ts'
import type { DescribedSurface } from '#http/reference/openapi.ts'
import { listOperations, type ReferencedOperation } from '#http/reference/operations.ts'

const KEYED = new Set<string>(['submit', 'review'])

const entry = ({ id, template, route: { method, summary, access } }: ReferencedOperation): Html =>
  html`<li id="${id}"><a href="/docs/${id}"><code>${method.toUpperCase()} ${template}</code></a> ${summary}.${KEYED.has(access) && html` <span class="kind">key</span>`}</li>`

const group = ([tag, operations]: [string, ReferencedOperation[]]): Html =>
  html`<section><h2>${tag}</h2><ul class="operations">${operations.map(entry)}</ul></section>`

const errorRow = (code: (typeof failureCodes)[number]): Html =>
  html`<tr id="error-${code}"><td><code>${code}</code></td><td>${statusCodes[code]}</td></tr>`

/** What the pages of the reference need besides those of the reader. */
export const referenceHead = (): Html =>
  html`<link rel="stylesheet" href="${assetUrl('reference.css')}" /><script type="module" src="${assetUrl('reference.js')}"></script>`

type Reference = { version: string; houseName: string; surfaces: readonly DescribedSurface[] }

/** Every operation as it stands in the route tables, and every error code with its status. */
export const referencePage = ({ version, houseName, surfaces }: Reference): Html =>
  layout({
    title: 'Reference',
    houseName,
    head: referenceHead(),
    body: html`<h1>Reference</h1>
      <p>Version ${version}. Each operation has a page with its parameters, answers, examples in curl, JavaScript and Python, and
        a form to try it. <a href="/openapi.json">OpenAPI 3.1</a> has the same for programs.</p>
      <p class="field" id="find" hidden><label for="find-operation">Find an operation</label>
        <input id="find-operation" type="search" autocomplete="off" spellcheck="false" aria-describedby="found" />
        <span class="hint" id="found" role="status"></span></p>
      ${[...Map.groupBy(listOperations(surfaces), ({ errors }) => errors.tag)].map(group)}
      <section><h2>Error codes</h2>
        <table><thead><tr><th>code</th><th>status</th></tr></thead><tbody>${failureCodes.map(errorRow)}</tbody></table></section>`,
  })
