import { textKey } from './search-text.ts'

/** A readable id made from a name: `task decomposition` becomes `task-decomposition`. Never empty. */
export const slug = (name: string): string => {
  const key = textKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
  return key === '' ? 'unnamed' : Array.from(key).slice(0, 80).join('')
}
