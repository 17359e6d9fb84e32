const SCHEMES = new Set(['http:', 'https:'])

/** An address that a page may link to, or null: addresses are checked when stored, and again where they are shown. */
export const safeUrl = (text: string | null): string | null => {
  const url = text === null ? null : URL.parse(text)
  return url !== null && SCHEMES.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}
