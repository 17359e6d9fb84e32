import assert from 'node:assert/strict'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const plain = (markup: string): string =>
  markup.replaceAll(/&(?<name>amp|lt|gt|quot|#39);/gu, (_whole, name: string) => ENTITIES[name] ?? '')

/** The markup of a page that was answered with this status. */
export const markupOf = async (response: Response, status = 200): Promise<string> => {
  const text = await response.text()
  assert.equal(
    response.status,
    status,
    text
      .replaceAll(/<[^>]+>/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .slice(0, 600),
  )
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  return text
}

/** What a person reads on a page, in one line. */
export const wordsOf = (markup: string): string =>
  plain(markup.replaceAll(/<(?:script|style)[^>]*>.*?<\/(?:script|style)>/gsu, '').replaceAll(/<[^>]+>/gu, ' '))
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** What the fields of a page's forms hold, by name, as a browser would send them; boxes only where they are ticked. */
export const valuesOf = (markup: string): [string, string][] => {
  const found: [number, string, string][] = []
  for (const { 0: tag, index } of markup.matchAll(/<input [^>]+>/gu)) {
    const name = /\bname="(?<name>[^"]*)"/u.exec(tag)?.groups?.name
    const value = /\bvalue="(?<value>[^"]*)"/u.exec(tag)?.groups?.value ?? ''
    if (name === undefined || (tag.includes('type="checkbox"') && !/\schecked\b/u.test(tag))) continue
    found.push([index, name, plain(value)])
  }
  for (const match of markup.matchAll(/<textarea [^>]*\bname="(?<name>[^"]+)"[^>]*>\n?(?<value>.*?)<\/textarea>/gsu))
    found.push([match.index, match.groups?.name ?? '', plain(match.groups?.value ?? '')])
  for (const match of markup.matchAll(/<select [^>]*\bname="(?<name>[^"]+)"[^>]*>(?<options>.*?)<\/select>/gsu)) {
    const value = /<option value="(?<value>[^"]*)" selected/u.exec(match.groups?.options ?? '')?.groups?.value
    if (value !== undefined) found.push([match.index, match.groups?.name ?? '', plain(value)])
  }
  return found.toSorted(([a], [b]) => a - b).map(([, name, value]) => [name, value])
}

/** The form that sends to an address, as it stands, with some fields changed. */
export const formAt = (markup: string, action: string, changes: Record<string, string> = {}): [string, string][] => {
  const part = markup.split('<form ').find((form) => form.slice(0, form.indexOf('>')).includes(`action="${action}"`))
  assert.ok(part !== undefined, `there is no form that sends to ${action}`)
  const values = valuesOf(`<form ${part.slice(0, part.indexOf('</form>'))}`)
  const kept = values.filter(([name]) => !Object.hasOwn(changes, name))
  return [...kept, ...Object.entries(changes)]
}

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
