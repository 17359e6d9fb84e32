import { readFileSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown, type Plugin } from 'rolldown'
import manifest from '../package.json' with { type: 'json' }

/**
 * Builds the program as a package: JavaScript that includes all dependencies except `better-sqlite3`, which is compiled for each
 * system, and Node. Its folder has the layout of this one, with all code in `src/`.
 */

const ROOT = resolve(import.meta.dirname, '..')
const EXTERNAL = ['better-sqlite3', 'pg-native'] as const
/** How the code names a file: threads and processes that it starts, and what it reads. */
const NAMED_FILE = /new URL\(\s*'(?<name>[^']+)',\s*import\.meta\.url,?\s*\)/gu

/** Folders that the code names but that need not be copied. */
const isOnlyNamed = (path: string): boolean => path === 'src' || path.startsWith('node_modules')

/**
 * Rewrites every `new URL('…', import.meta.url)` to the same file of the built package. A module becomes an entry of its own; other
 * files and folders are copied.
 */
const namedFiles = (copied: Set<string>): Plugin => ({
  name: 'named-files',
  transform(code, module) {
    if (!module.startsWith(ROOT) || module.includes('node_modules') || !code.includes('import.meta')) return null
    const up = module.startsWith(join(ROOT, 'src')) ? '../' : './'
    const built = code.replaceAll(NAMED_FILE, (_whole, name: string) => {
      const file = resolve(dirname(module), name)
      if (name.endsWith('.ts'))
        return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file })})`
      // npm takes no folder of packages into a package, so that a program of one is put beside the code.
      if (name.endsWith('.wasm')) {
        const source = readFileSync(file)
        const fileName = `src/${basename(name)}`
        return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', fileName, source })})`
      }
      const path = relative(ROOT, file)
      if (!isOnlyNamed(path)) copied.add(path)
      return `new URL('${up}${path}${name.endsWith('/') ? '/' : ''}', BUILT_FROM)`
    })
    if (/import\.meta\.(?!ROLLUP)/u.test(built))
      throw new Error(`${relative(ROOT, module)}: write new URL('…', import.meta.url) with a literal path.`)
    return built.replaceAll('BUILT_FROM', 'import.meta.url')
  },
})

const packageOf = (module: string): string | null =>
  /^(?<folder>.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(module.replace(/^\0/u, ''))?.groups?.folder ?? null

/** The licences of the included packages, which most of them require. */
const licences = async (modules: readonly string[]): Promise<string> => {
  const folders = [...new Set(modules.flatMap((module) => packageOf(module) ?? []))].toSorted()
  const texts = folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    ) as typeof manifest
    const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|notice)/iu.test(file))
    const contents = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return [`${name} ${version} (${license})`, ...contents.map((text) => text.trim())].join('\n\n')
  })
  return `${(await Promise.all(texts)).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

const { name, version, description, license, type, dependencies, optionalDependencies } = manifest
/** `repository` and the like, once package.json has them: npm checks a provenance against the repository. */
const origin = Object.fromEntries(
  Object.entries(manifest).filter(([key]) => ['author', 'bugs', 'homepage', 'repository'].includes(key)),
)
const builtManifest = (files: readonly string[]) => ({
  name,
  version,
  description,
  license,
  ...origin,
  files,
  type,
  bin: { longview: 'longview.js' },
  dependencies: { 'better-sqlite3': dependencies['better-sqlite3'] },
  optionalDependencies,
  publishConfig: { access: 'public', provenance: true },
})

const build = async (folder: string): Promise<void> => {
  const copied = new Set(['LICENSE'])
  await rm(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: ROOT,
    input: { longview: 'bin/longview.js' },
    platform: 'node',
    external: [...EXTERNAL],
    plugins: [namedFiles(copied)],
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: ({ name }) => (name === 'longview' ? '[name].js' : 'src/[name]-[hash].js'),
    chunkFileNames: 'src/[name]-[hash].js',
  })
  await bundle.close()
  copied.delete('package.json')
  for (const path of copied)
    await cp(join(ROOT, path), join(folder, path), { recursive: true, filter: (file) => !file.endsWith('.ts') })
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  await writeFile(join(folder, 'third-party-licenses.txt'), await licences(modules))
  const files = (await readdir(folder)).toSorted()
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(builtManifest(files), null, 2)}\n`)
  await chmod(join(folder, 'longview.js'), 0o755)
}

const { values } = parseArgs({ options: { to: { type: 'string', default: join(ROOT, 'dist') } } })
await build(resolve(values.to))
