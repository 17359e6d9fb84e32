import { readFileSync } from 'node:fs'
import { say } from './clients.ts'

/** What an installation takes from others: packages named by the project, and install scripts among all that come with them. */

type Locked = { packages: Record<string, { dev?: boolean; hasInstallScript?: boolean; integrity?: string }> }

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'))

const { dependencies } = read('package.json') as { dependencies: Record<string, string> }
const installed = Object.entries((read('package-lock.json') as Locked).packages).filter(
  ([path, { dev }]) => path !== '' && dev !== true,
)
const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)
const unpinned = Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))

say(`${Object.keys(dependencies).length} direct packages at run time, ${installed.length} in all`)
say(`${scripted.length} packages with an install script${scripted.map(([path]) => ` ${path}`).join(',')}`)
say(`${unpinned.length} versions that are not exact${unpinned.map(([name]) => ` ${name}`).join(',')}`)
