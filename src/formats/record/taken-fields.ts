const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Reads members of a record and notes which, so that the others can be named. */
export const takingFrom = (record: Readonly<Record<string, unknown>>) => {
  const taken = new Set<string>()
  return {
    take: (name: string): unknown => {
      taken.add(name)
      return record[name]
    },
    /** Names of members with a value that nobody took. */
    rest: (): string[] => Object.keys(record).filter((name) => !taken.has(name) && !isEmpty(record[name])),
  }
}
