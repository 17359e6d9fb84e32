/** Values of path and query parameters. */
export type AddressValues = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The address of an operation, without missing parameters and with escaped path segments. */
export const addressOf = (
  baseUrl: string,
  template: string,
  { path, query }: { path: AddressValues; query: AddressValues },
): string => {
  const filled = template.replaceAll(/\{(?<name>\w+)\}/gu, (_whole, name: string) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`The address ${template} requires ${name}.`)
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl}${filled}${search === '' ? '' : `?${search}`}`
}

/** The cursor of the next page in the Link header (RFC 8288); null on the last page. */
export const nextCursor = (headers: Headers): string | null => {
  const target = /<(?<target>[^>]*)>\s*;[^,]*\brel="?next"?/u.exec(headers.get('link') ?? '')?.groups?.target
  return target === undefined ? null : new URLSearchParams(target.split('?')[1]?.split('#')[0]).get('cursor')
}
