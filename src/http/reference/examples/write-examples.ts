import type { ExampleRequest } from './example-request.ts'

type Language = 'curl' | 'JavaScript' | 'Python'

/** A word for a shell: nothing in it means anything. */
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

/** Single quotes, as the rest of our code has them. */
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

/** A value as Python writes it. */
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

/** The same request in three languages, none of which needs anything installed. */
export const writeExamples = (request: ExampleRequest): [Language, string][] => [
  ['curl', curl(request)],
  ['JavaScript', javaScript(request)],
  ['Python', python(request)],
]
