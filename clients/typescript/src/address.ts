/** What is written into an address: a word, a number or a boolean. */
export type AddressValues = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The address of an operation: what is not given is left out, and what stands in the path is escaped. */
export const addressOf = (
  baseUrl: string,
  template: string,
  { path, query }: { path: AddressValues; query: AddressValues },
): string => {
  const filled = template.replaceAll(/\{(?<name>\w+)\}/gu, (_whole, name: string) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`The address ${template} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl}${filled}${search === '' ? '' : `?${search}`}`
}

/** The cursor of the next page in the header Link (RFC 8288); null on the last one. */
export const nextCursor = (headers: Headers): string | null => {
  const target = /<(?<target>[^>]*)>\s*;[^,]*\brel="?next"?/u.exec(headers.get('link') ?? '')?.groups?.target
  return target === undefined ? null : new URLSearchParams(target.split('?')[1]?.split('#')[0]).get('cursor')
}
