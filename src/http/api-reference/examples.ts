import { type JsonSchema, exampleText, type DescribedParameter } from './description.ts'
import type { DescribedOperation } from './openapi.ts'

const TEXT = 'text'

const object = ({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>)
      .filter(([name]) => (required as string[]).includes(name))
      .map(([name, schema]) => [name, exampleValue(schema)]),
  )

const byType: Record<string, (schema: JsonSchema) => unknown> = {
  object,
  array: ({ items, minItems = 1 }) => (minItems === 0 ? [] : [exampleValue((items ?? {}) as JsonSchema)]),
  string: () => TEXT,
  integer: ({ minimum = 1 }) => Math.max(1, Number(minimum)),
  number: ({ minimum = 0 }) => Number(minimum),
  boolean: () => true,
}

/** A small value that matches a schema: its required members, the first of its choices. */
export const exampleValue = (schema: JsonSchema): unknown => {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices !== undefined) return exampleValue(choices[0] ?? {})
  const type = Array.isArray(schema.type) ? (schema.type[0] as string) : (schema.type as string | undefined)
  return byType[type ?? '']?.(schema) ?? null
}

/** An example request of an operation. */
type ExampleRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: { json: unknown } | { text: string }
}

/** The required parameters; if there are none, the first optional one that has an example, which a cursor has not. */
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

/** The path with example values of its parameters; slashes in a DOI are not encoded. */
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

type Language = 'curl' | 'JavaScript' | 'Python'

/** A quoted word for a shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curl = ({ method, url, headers, body }: ExampleRequest): string => {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
  const lines = [
    `curl ${isPlain ? '' : `-X ${method} `}${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellWord('json' in body ? JSON.stringify(body.json) : body.text)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** A string literal in single quotes, the style of this project. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

const javaScript = ({ method, url, headers, body }: ExampleRequest): string => {
  const given = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          `  headers: { ${Object.entries(headers)
            .map(([name, value]) => `${quoted(name)}: ${quoted(value)}`)
            .join(', ')} },`,
        ]),
    ...(body === undefined
      ? []
      : [
          `  body: ${'json' in body ? `JSON.stringify(${JSON.stringify(body.json, null, 2).replaceAll('\n', '\n  ')})` : quoted(body.text)},`,
        ]),
  ]
  const options = given.length === 0 ? '' : `, {\n${given.join('\n')}\n}`
  return `const response = await fetch(${quoted(url)}${options})\nconsole.log(response.status, await response.text())`
}

/** A value as a Python literal. */
export const pythonLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

const python = ({ method, url, headers, body }: ExampleRequest): string => {
  const data =
    body === undefined
      ? null
      : 'json' in body
        ? `json.dumps(${pythonLiteral(body.json)}).encode()`
        : `${JSON.stringify(body.text)}.encode()`
  const lines = [
    `    ${JSON.stringify(url)},`,
    ...(Object.keys(headers).length === 0 ? [] : [`    headers=${pythonLiteral(headers)},`]),
    ...(data === null ? [] : [`    data=${data},`]),
    ...(method === 'GET' ? [] : [`    method=${JSON.stringify(method)},`]),
  ]
  const needsJson = body !== undefined && 'json' in body
  return [
    `import ${needsJson ? 'json, ' : ''}urllib.request`,
    '',
    `request = urllib.request.Request(\n${lines.join('\n')}\n)`,
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}

/** The request in three languages, with nothing to install. */
export const writeExamples = (request: ExampleRequest): [Language, string][] => [
  ['curl', curl(request)],
  ['JavaScript', javaScript(request)],
  ['Python', python(request)],
]
