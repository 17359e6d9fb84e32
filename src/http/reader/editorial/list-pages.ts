import { Failure } from '#core/failure.ts'

export const noSuchPage = (number: number): Failure =>
  new Failure('not_found', `There is no page ${number} of this list.`)

/** How many of a list have each of some names. */
export const countsOf = <Name extends string>(names: readonly Name[], given: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, given.filter((other) => other === name).length])) as Record<
    Name,
    number
  >
