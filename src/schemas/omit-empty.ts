/** Leaves out what has no value: absent, never null. */
export const omitEmpty = <Fields extends Record<string, unknown>>(
  given: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> }
