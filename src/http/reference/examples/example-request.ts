import type { JsonSchema } from '#http/reference/description/json-schema.ts'
import { exampleText, type DescribedParameter } from '#http/reference/description/parameters.ts'
import type { DescribedOperation } from '#http/reference/openapi.ts'
import { exampleValue } from './example-value.ts'

/** A request that shows how an operation is called. `body` is a value for JSON, else the text of the body. */
export type ExampleRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: { json: unknown } | { text: string }
}

/** What must be given; of what may be given the first, so that the example shows how, but not a cursor. */
const shownInQuery = (parameters: readonly DescribedParameter[]): DescribedParameter[] => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
  const needed = inQuery.filter(({ required }) => required)
  return needed.length > 0 ? needed : inQuery.slice(0, 1)
}

const bodyOf = ({ requestBody }: DescribedOperation): Pick<ExampleRequest, 'body'> & { type?: string } => {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined) return {}
  if (media?.example !== undefined) return { type, body: { json: media.example } }
  if (media?.schema !== undefined) return { type, body: { json: exampleValue(media.schema as JsonSchema) } }
  return { type, body: { text: type === 'application/x-www-form-urlencoded' ? 'name=value' : '{"title": "…"}' } }
}

/** The path with the examples of its parameters; slashes of names that others gave stand as they are. */
export const examplePath = (template: string, parameters: readonly DescribedParameter[]): string =>
  template.replaceAll(/\{(?<name>\w+)\}/gu, (_whole, name: string) => {
    const parameter = parameters.find((found) => found.in === 'path' && found.name === name)
    return encodeURIComponent(parameter === undefined ? name : (exampleText(parameter) ?? name)).replaceAll('%2F', '/')
  })

export const exampleRequest = (
  operation: DescribedOperation,
  { method, template, publicUrl }: { method: string; template: string; publicUrl: string },
): ExampleRequest => {
  const query = new URLSearchParams(
    shownInQuery(operation.parameters).map((one) => [one.name, exampleText(one) ?? '']),
  ).toString()
  const { type, ...body } = bodyOf(operation)
  const needed = operation.parameters.filter(({ in: place, name }) => place === 'header' && name === 'If-Match')
  return {
    method: method.toUpperCase(),
    url: `${publicUrl}${examplePath(template, operation.parameters)}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...(operation.security.length === 0 ? {} : { 'X-API-Key': 'lv_live_KEY' }),
      ...Object.fromEntries(needed.map((header) => [header.name, exampleText(header) ?? ''])),
    },
    ...body,
  }
}
