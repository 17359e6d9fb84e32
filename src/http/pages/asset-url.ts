import { createHash } from 'node:crypto'
import { publicFiles } from './public-files.ts'

const VERSION_LENGTH = 12

let version: string | undefined

/** A hash of everything in public/. As a folder of the address it also versions what modules import from each other. */
export const assetVersion = (): string => {
  if (version !== undefined) return version
  const hash = createHash('sha256')
  for (const { name, body } of publicFiles()) hash.update(`${name}\0${body}\0`)
  version = hash.digest('base64url').slice(0, VERSION_LENGTH)
  return version
}

/** The address of a file of public/ that browsers may keep for good. */
export const assetUrl = (name: string): string => {
  if (!publicFiles().some((file) => file.name === name)) throw new Error(`There is no file public/${name}.`)
  return `/assets/${assetVersion()}/${name}`
}
