/** Pages as a reader sees them. */

/** Texts are compared as a reader sees them: without tags, with single blanks. */
export const seen = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/gu, ' ')

/** The papers of a list, in its order. */
export const idsIn = (markup: string): string[] =>
  [...markup.matchAll(/data-entry href="\/papers\/(?<id>p\d+)"/gu)].map(({ groups }) => groups?.id ?? '')

/** Where the link with this text leads, as a reader would follow it. */
export const linkIn = (markup: string, text: RegExp): string => {
  const links = [...markup.matchAll(/<a [^>]*href="(?<href>[^"]*)"[^>]*>(?<label>.*?)<\/a>/gsu)]
  const found = links.find(({ groups }) => text.test(seen(groups?.label ?? '').trim()))
  return (found?.groups?.href ?? `no link ${text}`).replaceAll('&amp;', '&')
}
