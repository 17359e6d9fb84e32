import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

const FOLDER = new URL('../../../public/', import.meta.url)

export type PublicFile = { name: string; type: string; body: string }

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const IMPORT = /^@import '\.\/(?<path>[\w./-]+)';$/gmu

/** A stylesheet takes its imports in, so that a page fetches one file and not one a subject. */
const readPublicFile = (path: string): string => {
  const text = readFileSync(new URL(path, FOLDER), 'utf8')
  return extname(path) === '.css' ? text.replaceAll(IMPORT, (_line, part: string) => readPublicFile(part)) : text
}

let files: readonly PublicFile[] | undefined

/** What is served under `/assets/`: the files of public/, read once, when somebody first needs them. */
export const publicFiles = (): readonly PublicFile[] =>
  (files ??= readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({
      name,
      type: mediaTypes[extname(name)] ?? 'application/octet-stream',
      body: readPublicFile(name),
    })))
