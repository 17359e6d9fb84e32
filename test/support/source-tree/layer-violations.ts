import { join, relative, resolve, sep } from 'node:path'

/** Layers by the prefixes of their paths below src/, and what each may import; packages of layers that are not listed are free. */
type LayerRules = {
  /** Names of layers; `self` is the layer itself, `http/*` every layer of http, `*` all. */
  mayImport: Record<string, string[]>
  packages: Record<string, RegExp>
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"](?<plain>[^'"]+)['"]|import\(\s*['"](?<dynamic>[^'"]+)['"]\s*\)|(?:^|\n)import\s*['"](?<bare>[^'"]+)['"]/gu

/** Where an import leads: a path below the folder of the source, or the name of a package. */
const targetOf = (source: string, file: string, specifier: string): { path: string } | { package: string } => {
  if (specifier.startsWith('#')) return { path: specifier.slice(1) }
  if (specifier.startsWith('.')) return { path: relative(source, resolve(join(source, file), '..', specifier)) }
  return { package: specifier }
}

const isAllowed = (rules: readonly string[], from: string, to: string): boolean =>
  rules.some(
    (rule) =>
      rule === '*' || rule === to || (rule === 'self' && from === to) || (rule === 'http/*' && to.startsWith('http/')),
  )

/** Finds everything that is wrong with the imports of one file, which is named by its path below `source`. */
export const layerViolations = (source: string, { mayImport, packages }: LayerRules) => {
  const layerOf = (path: string): string => {
    const parts = path.split(sep)
    for (let length = parts.length; length > 0; length -= 1) {
      const prefix = parts.slice(0, length).join('/')
      if (Object.hasOwn(mayImport, prefix)) return prefix
    }
    if (parts[0] === 'http' && parts.length > 2) return `http/${parts[1]}`
    return `unknown: ${path}`
  }
  const rulesOf = (layer: string): string[] | undefined =>
    mayImport[layer] ?? (layer.startsWith('http/') ? mayImport['http/*'] : undefined)

  return (file: string, text: string): string[] => {
    const from = layerOf(file)
    const rules = rulesOf(from)
    if (rules === undefined) return [`${file}: belongs to no layer`]
    return [...text.matchAll(IMPORT)].flatMap(({ groups }) => {
      const specifier = groups?.plain ?? groups?.dynamic ?? groups?.bare ?? ''
      const target = targetOf(source, file, specifier)
      if ('package' in target) {
        const wanted = packages[from]
        return wanted === undefined || wanted.test(target.package)
          ? []
          : [`${file}: ${from} must not use ${target.package}`]
      }
      const to = layerOf(target.path)
      return isAllowed(rules, from, to) ? [] : [`${file}: ${from} must not import ${to}`]
    })
  }
}
