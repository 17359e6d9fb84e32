import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../../../src')

/** A file of the program, by its path below src/. */
export type SourceFile = { path: string; text: string }

export const sourceFiles: readonly SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(SOURCE, path), 'utf8') }))
