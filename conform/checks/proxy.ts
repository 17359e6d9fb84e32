import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../test/support/free-port.ts'
import type { Check, Judged } from '../check.ts'

type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Operation = { operationId: string; parameters: Parameter[]; security?: object[] }
type Description = { servers: { url: string }[]; paths: Record<string, { get?: Operation }> }

const written = ({ example }: Parameter): string => (typeof example === 'string' ? example : JSON.stringify(example))

/** Requests from the examples of each public read in the description; optional parameters one at a time. */
const openReads = ({ paths }: Description): string[] =>
  Object.entries(paths).flatMap(([template, { get }]) => {
    if (get === undefined || (get.security ?? []).length > 0 || !template.startsWith('/api/')) return []
    const path = get.parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce(
        (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(written(parameter))),
        template,
      )
    const inQuery = get.parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    const needed = inQuery.filter(({ required }) => required === true)
    const asked = (parameters: Parameter[]): string => {
      const query = new URLSearchParams(parameters.map((parameter) => [parameter.name, written(parameter)])).toString()
      return `${path}${query === '' ? '' : `?${query}`}`
    }
    const optional = inQuery.filter(({ required }) => required !== true)
    return [asked(needed), ...optional.map((parameter) => asked([...needed, parameter]))]
  })

/** Starts the proxy in front of the server; with `--errors` it replaces responses that violate the description. */
const startProxy = async (tool: string, { url, folder }: Judged): Promise<{ address: string; stop(): void }> => {
  const file = join(folder, 'proxied.json')
  await writeFile(file, await (await fetch(`${url}/openapi.json`)).text())
  const port = String(await freePort())
  const args = [tool, 'proxy', file, url, '--errors', '--host', '127.0.0.1', '--port', port]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the proxy ended before it listened')))
    // Its output is read to the end, or the pipe would fill.
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('listening on')) resolve()
    })
  })
  return { address: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

type Refusal = { title?: string; validation?: { location?: string[]; message?: string }[] }

/** Calls every public read of the APIs with the examples of its parameters, through a proxy that validates requests and responses. */
export const proxyCheck: Check = {
  name: 'OpenAPI by Prism, between client and server',
  tool: 'prism',
  findings: async (tool, judged) => {
    const description = (await (await fetch(`${judged.url}/openapi.json`)).json()) as Description
    const proxy = await startProxy(tool, judged)
    try {
      const found: string[] = []
      for (const target of openReads(description)) {
        const response = await fetch(proxy.address + target)
        const text = await response.text()
        if (!text.includes('stoplight.io/prism')) continue
        const { title, validation = [] } = JSON.parse(text) as Refusal
        const [first] = validation
        found.push(`${target} ${title ?? response.status} ${first?.location?.join('.') ?? ''} ${first?.message ?? ''}`)
      }
      return found
    } finally {
      proxy.stop()
    }
  },
}
