import { html, type Html } from '#html.ts'
import { failureCodes } from '#core/failure.ts'
import { assetUrl, layout } from '#http/pages/layout.ts'
import { statusCodes } from '#http/routing/failure-status.ts'
import {
  type DescribedSurface,
  listOperations,
  type ReferencedOperation,
  type DescribedOperation,
  describeOperation,
} from './openapi.ts'
import { type JsonSchema, exampleText, type DescribedParameter } from './description.ts'
import { exampleRequest, writeExamples } from './examples.ts'
import { STATUS_CODES } from 'node:http'
import { isRole } from '#core/access/editor.ts'
import type { LiveSite } from '#ports/site.ts'

const KEYED = new Set<string>(['submit', 'review'])

const entry = ({ id, template, route: { method, summary, access } }: ReferencedOperation): Html =>
  html`<li id="${id}"><a href="/docs/${id}"><code>${method.toUpperCase()} ${template}</code></a> ${summary}.${KEYED.has(access) && html` <span class="kind">key</span>`}</li>`

const group = ([tag, operations]: [string, ReferencedOperation[]]): Html =>
  html`<section><h2>${tag}</h2><ul class="operations">${operations.map(entry)}</ul></section>`

const errorRow = (code: (typeof failureCodes)[number]): Html =>
  html`<tr id="error-${code}"><td><code>${code}</code></td><td>${statusCodes[code]}</td></tr>`

/** The style sheet and script of the reference. */
const referenceHead = (): Html =>
  html`<link rel="stylesheet" href="${assetUrl('reference.css')}" /><script type="module" src="${assetUrl('reference.js')}"></script>`

type Reference = { version: string; site: LiveSite; surfaces: readonly DescribedSurface[] }

/** Every operation of the route tables, and every error code with its status. */
export const referencePage = ({ version, site, surfaces }: Reference): Html =>
  layout({
    title: 'Reference',
    site,
    head: referenceHead(),
    body: html`<h1>Reference</h1>
      <p>Version ${version}. Each operation has a page with its parameters, responses, examples in curl, JavaScript and Python, and
        a form to try it. <a href="/openapi.json">OpenAPI 3.1</a> describes the same for programs.</p>
      <p class="field" id="find" hidden><label for="find-operation">Find an operation</label>
        <input id="find-operation" type="search" autocomplete="off" spellcheck="false" aria-describedby="found" />
        <span class="hint" id="found" role="status"></span></p>
      ${[...Map.groupBy(listOperations(surfaces), ({ errors }) => errors.tag)].map(group)}
      <section><h2>Error codes</h2>
        <table><thead><tr><th>code</th><th>status</th></tr></thead><tbody>${failureCodes.map(errorRow)}</tbody></table></section>`,
  })

const choicesOf = (schema: JsonSchema): JsonSchema[] | undefined =>
  (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined

const range = (least: unknown, most: unknown, unit: string): string[] => {
  const from = typeof least === 'number' && least > Number.MIN_SAFE_INTEGER ? `from ${least}` : ''
  const to = typeof most === 'number' && most < Number.MAX_SAFE_INTEGER ? `to ${most}` : ''
  const text = [from, to].filter((part) => part !== '').join(' ')
  return text === '' ? [] : [`${text}${unit}`]
}

/** Bounds in words, without those of the safe integers, which every integer has. */
const bounds = ({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string => {
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
  ].join(', ')
}

const words = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')

/** The type of a value in words: "list of text", "whole number from 1 to 7". */
const typeInWords = (schema: JsonSchema): string => {
  if ('const' in schema) return words([schema.const])
  if (Array.isArray(schema.enum)) return `one of ${words(schema.enum)}`
  const choices = choicesOf(schema)
  if (choices !== undefined) return choices.map(typeInWords).join(', or ')
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as (string | undefined)[]
  const names: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' }
  const named = types.map((type) =>
    type === 'array'
      ? `list of ${typeInWords((schema.items ?? {}) as JsonSchema)}`
      : (names[type ?? ''] ?? type ?? 'anything'),
  )
  return [named.join(' or '), bounds(schema)].filter((part) => part !== '').join(' ')
}

/** The objects with members within a value. */
const objectsIn = (schema: JsonSchema): JsonSchema[] => {
  if (schema.properties !== undefined) return [schema]
  const inner = [...(choicesOf(schema) ?? []), ...(schema.items === undefined ? [] : [schema.items as JsonSchema])]
  return inner.flatMap(objectsIn)
}

const member = ([name, schema]: [string, JsonSchema], needed: ReadonlySet<string>): Html => {
  const inner = objectsIn(schema)
  return html`<li><code>${name}</code> <span class="kind">${typeInWords(schema)}${!needed.has(name) && ', optional'}</span>${
    typeof schema.description === 'string' && html` ${schema.description}`
  }${inner.length > 0 && html`<details><summary>Members of ${name}</summary>${inner.map(schemaView)}</details>`}</li>`
}

/** The members of a schema as nested lists that open level by level; a value without members in words. */
const schemaView = (schema: JsonSchema): Html => {
  const objects = objectsIn(schema)
  if (objects.length !== 1 || objects[0] !== schema)
    return html`<p>${typeInWords(schema)}</p>${objects.map(schemaView)}`
  const needed = new Set((schema.required ?? []) as string[])
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return html`<ul class="schema">${members.map((entry) => member(entry, needed))}</ul>`
}

type Tried = { method: string; template: string; operation: DescribedOperation }

const field = (parameter: DescribedParameter): Html => {
  const { name, in: place, required } = parameter
  const example = exampleText(parameter) ?? ''
  return html`<p class="field"><label for="try-${place}-${name}">${name}${required && ' (required)'}</label>
    <input id="try-${place}-${name}" data-place="${place}" data-name="${name}" value="${required && example}" placeholder="${example}" autocomplete="off" spellcheck="false"${required && html` required`} /></p>`
}

const keyField = html`<p class="field"><label for="try-key">API key</label>
  <input id="try-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="try-key-hint" />
  <span class="hint" id="try-key-hint">It is only sent with this request and never stored.</span></p>`

/** Only GET, and POST of JSON: a single click should not replace or delete anything. */
const canBeTried = ({ method, operation }: Tried): boolean => {
  const types = Object.keys(operation.requestBody?.content ?? {})
  return method === 'get' || (method === 'post' && types.length === 1 && types[0] === 'application/json')
}

/** A form that a script shows and sends; it stays hidden without scripts. */
const tryIt = (tried: Tried): Html => {
  const { method, template, operation } = tried
  const { body } = exampleRequest(operation, { method, template, publicUrl: '' })
  const text = body === undefined ? null : 'json' in body ? JSON.stringify(body.json, null, 2) : body.text
  return html`<section class="try" hidden aria-labelledby="try"><h2 id="try">Try it</h2>
    <form data-method="${method}" data-template="${template}">
      ${operation.parameters.map(field)}
      ${operation.security.length > 0 && keyField}
      ${text !== null && html`<p class="field"><label for="try-body">Body</label><textarea id="try-body" spellcheck="false">${text}</textarea></p>`}
      <p><button type="submit">Send</button></p>
    </form>
    <p id="try-status" role="status"></p>
    <pre id="try-answer" tabindex="0" role="region" aria-label="The answer" hidden></pre>
  </section>`
}

const accessSentence = {
  public: 'Open to all.',
  submit: 'Requires an API key with the scope submit, in X-API-Key.',
  draft: 'Requires an API key with the scope draft, in X-API-Key.',
  review: 'Requires an API key with the scope review, or with the narrower scope for this operation, in X-API-Key.',
  token: 'Requires the token from an email.',
}

const parameterRow = (parameter: DescribedParameter): Html => {
  const { name, in: place, required, schema, description } = parameter
  const example = exampleText(parameter)
  return html`<tr>
  <td><code>${name}</code>${required && html` <span class="kind">required</span>`}</td>
  <td>${place}</td>
  <td>${description}${Array.isArray(schema.enum) && html` <span class="kind">${typeInWords(schema)}</span>`}${example !== null && html` <span class="kind">such as <code>${example}</code></span>`}</td>
</tr>`
}

const parameters = (described: readonly DescribedParameter[]): Html | false =>
  described.length > 0 &&
  html`<h2>Parameters</h2><div class="scroll" tabindex="0" role="region" aria-label="Parameters"><table class="parameters">
    <thead><tr><th>name</th><th>in</th><th>description</th></tr></thead>
    <tbody>${described.map(parameterRow)}</tbody></table></div>`

type MediaTypes = Record<string, { schema?: object }>

const bodies = (content: MediaTypes): Html[] =>
  Object.entries(content).map(([type, { schema }]) =>
    schema === undefined
      ? html`<p><code>${type}</code></p>`
      : html`<details><summary><code>${type}</code></summary>${schemaView(schema as JsonSchema)}</details>`,
  )

const requestBody = ({ requestBody: body }: DescribedOperation): Html | false =>
  body !== undefined && html`<h2>Body</h2>${bodies(body.content)}`

const answers = ({ responses }: DescribedOperation): Html =>
  html`<h2>Responses</h2>${Object.entries(responses).map(
    ([status, answer]) =>
      'description' in answer &&
      html`<h3 id="answer-${status}">${status} ${STATUS_CODES[status]}</h3><p>${answer.description}</p>
      ${answer.headers !== undefined && html`<p class="kind">Headers: ${Object.keys(answer.headers).map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}</p>`}
      ${bodies(answer.content ?? {})}`,
  )}`

const example = ([language, text]: [string, string]): Html => html`<h3>${language}</h3>
  <pre id="example-${language.toLowerCase()}" tabindex="0" role="region" aria-label="Example in ${language}">${text}</pre>
  <p><button class="plain copy no-print" type="button" data-copies="example-${language.toLowerCase()}" hidden>Copy</button></p>`

type OperationView = { site: LiveSite; publicUrl: string; referenced: ReferencedOperation }

/** One operation: its parameters and responses, examples, and a form to try it. */
export const operationPage = ({ site, publicUrl, referenced }: OperationView): Html => {
  const { id, template, route, errors } = referenced
  const { method, access } = route
  const operation = describeOperation(route, errors)
  const heading = `${method.toUpperCase()} ${template}`
  const tried = { method, template, operation }
  return layout({
    title: heading,
    site,
    description: `${route.summary}.`,
    head: html`${referenceHead()}<script type="module" src="${assetUrl('copy.js')}"></script>`,
    body: html`<p><a href="/docs#${id}">Reference</a>: ${errors.tag}</p>
      <h1><code>${heading}</code></h1>
      <p>${route.summary}. ${!isRole(access) && accessSentence[access]}</p>
      ${parameters(operation.parameters)}
      ${requestBody(operation)}
      ${answers(operation)}
      <p>Any other failure has the same form; <a href="/docs#error-invalid">all error codes</a>.</p>
      <h2>Examples</h2>
      ${writeExamples(exampleRequest(operation, { method, template, publicUrl })).map(example)}
      ${canBeTried(tried) && tryIt(tried)}`,
  })
}
