import { fold } from './tokenize.ts'

/** A readable id made from a name: `task decomposition` becomes `task-decomposition`. Never empty. */
export const slug = (name: string): string => {
  const key = fold(name)
    .replace(/(?<=[\p{L}\p{N}])\+\+/gu, ' plus plus')
    .replace(/(?<=[\p{L}\p{N}])#/gu, ' sharp')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/u, '')
  const id = Array.from(key).slice(0, 80).join('').replace(/-$/u, '')
  return id === '' ? 'unnamed' : id
}
