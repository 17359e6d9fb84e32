import { STATUS_CODES } from 'node:http'
import { isRole } from '#core/access/editor.ts'
import { html, type Html } from '#html.ts'
import { layout } from '#http/pages/layout.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import type { JsonSchema } from '#http/reference/description/json-schema.ts'
import { exampleText, type DescribedParameter } from '#http/reference/description/parameters.ts'
import { describeOperation, type DescribedOperation } from '#http/reference/openapi.ts'
import type { ReferencedOperation } from '#http/reference/operations.ts'
import { exampleRequest } from '#http/reference/examples/example-request.ts'
import { writeExamples } from '#http/reference/examples/write-examples.ts'
import { referenceHead } from './reference.ts'
import { schemaView, typeInWords } from './schema-view.ts'
import { canBeTried, tryIt } from './try-it.ts'

const accessSentence = {
  public: 'Open to all.',
  submit: 'Needs an API key with the scope submit, in X-API-Key.',
  review: 'Needs an API key with the scope review, or the one of the scopes below it that it takes, in X-API-Key.',
  token: 'Needs the token from an email.',
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
  html`<h2>Parameters</h2><div class="scroll" tabindex="0" role="region" aria-label="Parameters"><table>
    <thead><tr><th>name</th><th>in</th><th>what it is</th></tr></thead>
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
  html`<h2>Answers</h2>${Object.entries(responses).map(
    ([status, answer]) =>
      'description' in answer &&
      html`<h3 id="answer-${status}">${status} ${STATUS_CODES[status]}</h3><p>${answer.description}</p>
      ${answer.headers !== undefined && html`<p class="kind">Headers: ${Object.keys(answer.headers).map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}</p>`}
      ${bodies(answer.content ?? {})}`,
  )}`

const example = ([language, text]: [string, string]): Html => html`<h3>${language}</h3>
  <pre id="example-${language.toLowerCase()}" tabindex="0" role="region" aria-label="Example in ${language}">${text}</pre>
  <p><button class="plain copy no-print" type="button" data-copies="example-${language.toLowerCase()}" hidden>Copy</button></p>`

type OperationView = { houseName: string; publicUrl: string; referenced: ReferencedOperation }

/** One operation: what it takes and answers, how it is called, and a form that calls it. */
export const operationPage = ({ houseName, publicUrl, referenced }: OperationView): Html => {
  const { id, template, route, errors } = referenced
  const { method, access } = route
  const operation = describeOperation(route, errors)
  const heading = `${method.toUpperCase()} ${template}`
  const tried = { method, template, operation }
  return layout({
    title: heading,
    houseName,
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
