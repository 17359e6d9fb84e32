const SCHEMES = new Set(['http:', 'https:'])

/** An http(s) address that a page may link to, or null. Addresses are checked when stored, and again when shown. */
export const safeUrl = (text: string | null): string | null => {
  const url = text === null ? null : URL.parse(text)
  return url !== null && SCHEMES.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}
