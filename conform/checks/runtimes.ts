import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NotRun, type Check, type Judged } from '../check.ts'
import { createKey } from '../keys.ts'
import { runProgram } from '../run-tool.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPT = join(import.meta.dirname, '../clients/typed-client.js')

/** The client as published. Returns its address. */
const buildClient = ({ folder }: Judged): string => {
  const output = join(folder, 'client')
  const project = join(ROOT, 'clients/typescript/tsconfig.json')
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, ['--project', project, '--outDir', output], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the client was not built: ${stdout}`)
  return pathToFileURL(join(output, 'client.js')).href
}

/** Their packages have an install script that downloads or links the program; it is also in the package of the platform. */
const platformProgram = (tool: string, packages: readonly string[], program: string): string => {
  const { resolve } = createRequire(join(dirname(tool), 'package.json'))
  for (const name of packages)
    try {
      return join(dirname(resolve(`${name}/package.json`)), program)
    } catch {
      // Another platform's.
    }
  throw new NotRun('there is no program of this platform')
}

type Runtime = { name: string; packages: string[]; program: string; flags: string[] }

const runtimes: Runtime[] = [
  {
    name: 'deno',
    packages: ['linux-x64-glibc', 'linux-arm64-glibc', 'darwin-x64', 'darwin-arm64'].map((one) => `@deno/${one}`),
    program: 'deno',
    flags: ['run', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--allow-net', '--allow-read'],
  },
  {
    name: 'bun',
    packages: ['linux-x64', 'linux-aarch64', 'darwin-x64', 'darwin-aarch64'].map((one) => `@oven/bun-${one}`),
    program: 'bin/bun',
    flags: ['run', '--no-install'],
  },
]

/** The typed client reads, submits and waits in runtimes other than Node. */
export const runtimeChecks: Check[] = runtimes.map(({ name, packages, program, flags }) => ({
  name: `typed client in ${name}`,
  tool: name,
  findings: async (tool, judged) => {
    const args = [...flags, SCRIPT, buildClient(judged), judged.url, await createKey(judged, 'submit')]
    const quiet = { DENO_DIR: join(judged.folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
    const { code, output, errors } = await runProgram(platformProgram(tool, packages, program), args, quiet)
    const lines = output.split('\n').filter((line) => line !== '')
    return code === 0 ? lines : [...lines, `ended with ${code}: ${errors.slice(0, 500)}`]
  },
}))
