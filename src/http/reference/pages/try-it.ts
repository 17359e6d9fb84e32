import { html, type Html } from '#html.ts'
import { exampleText, type DescribedParameter } from '#http/reference/description/parameters.ts'
import type { DescribedOperation } from '#http/reference/openapi.ts'
import { exampleRequest } from '#http/reference/examples/example-request.ts'

type Tried = { method: string; template: string; operation: DescribedOperation }

const field = (parameter: DescribedParameter): Html => {
  const { name, in: place, required } = parameter
  const example = exampleText(parameter) ?? ''
  return html`<p class="field"><label for="try-${place}-${name}">${name}${required && ' (required)'}</label>
    <input id="try-${place}-${name}" data-place="${place}" data-name="${name}" value="${required && example}" placeholder="${example}" autocomplete="off" spellcheck="false"${required && html` required`} /></p>`
}

const keyField = html`<p class="field"><label for="try-key">API key</label>
  <input id="try-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="try-key-hint" />
  <span class="hint" id="try-key-hint">It is sent with this request only, and kept nowhere.</span></p>`

/** Reads, and posts of JSON: what changes or removes something is not tried by a click. */
export const canBeTried = ({ method, operation }: Tried): boolean => {
  const types = Object.keys(operation.requestBody?.content ?? {})
  return method === 'get' || (method === 'post' && types.length === 1 && types[0] === 'application/json')
}

/** A form that a script shows and sends; without scripts it stays hidden. */
export const tryIt = (tried: Tried): Html => {
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
