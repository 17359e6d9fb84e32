import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const BUDGETS = 'test/support/budgets.ts'

const IMPORT = /(?:from|import\()\s*'(?<target>\.[^']+)'/gu

/** Test files whose depth is a budget: those that import the file of budgets, directly or through other files of tests. */
export const filesWithDepth = (root: string): string[] => {
  const tests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const known = new Map<string, boolean>([[BUDGETS, true]])
  const hasDepth = (path: string): boolean => {
    const found = known.get(path)
    if (found !== undefined) return found
    // Files that import each other.
    known.set(path, false)
    // A planted violation may name a file that is not there.
    if (!existsSync(join(root, path))) return false
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [...text.matchAll(IMPORT)].map(({ groups }) =>
      posix.join(posix.dirname(path), groups?.target ?? ''),
    )
    const isDeep = imports.some((target) => target.startsWith('test/') && target.endsWith('.ts') && hasDepth(target))
    known.set(path, isDeep)
    return isDeep
  }
  return tests.filter((path) => hasDepth(path)).toSorted()
}
