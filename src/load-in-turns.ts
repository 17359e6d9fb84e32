import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

const SOURCE = new URL('./', import.meta.url)
/** What a file needs when it is run; types are gone by then. */
const NEEDS = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?['"](?<name>[^'"\n]+)['"]/gmu

/** The files of ours that a file needs, and packages by their names. What Node itself brings is there already. */
const needsOf = (text: string, file: URL): (URL | string)[] =>
  [...text.matchAll(NEEDS)].flatMap(({ groups }) => {
    const name = groups?.name ?? ''
    if (name.startsWith('node:')) return []
    if (name.startsWith('.')) return [new URL(name, file)]
    return [name.startsWith('#') ? new URL(name.slice(1), SOURCE) : name]
  })

const seen = new Set<string>()

/**
 * Loads a module and all that it needs, one file after the other, and lets others have their turn between two of them. A plain
 * `import` of many modules runs them in one go, which keeps every request waiting.
 */
export const loadInTurns = async (entry: URL): Promise<void> => {
  const load = async (needed: URL | string): Promise<void> => {
    const name = String(needed)
    if (seen.has(name)) return
    seen.add(name)
    if (needed instanceof URL) for (const other of needsOf(await readFile(needed, 'utf8'), needed)) await load(other)
    await import(name)
    await nextTurn()
  }
  await load(entry)
}
