/** Addresses by the labels of reference links, folded to lower case. */
export type Definitions = ReadonlyMap<string, string>

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[<>&"]/gu, (character) => escapes[character] ?? character)

const LONGEST_LABEL = 200

export const labelKey = (label: string): string => label.trim().toLowerCase().replaceAll(/\s+/gu, ' ')

/** HTML within Markdown; any other < is text. */
const TAG =
  /<(?:!--|\/?(?:a|b|strong|i|em|u|p|div|span|section|article|br|hr|img|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|details|summary|center|font|sub|sup|kbd|code|pre|blockquote|picture|source|figure|small)(?=[\s/>]|$))/iuy
const AUTOLINK = /<(?<address>https?:\/\/[^\s<>]{1,2000})>/iuy
/** The target of a link up to its title; brackets in it are balanced one deep, as in a DOI. */
const TARGET = /\(\s*<?(?<address>(?:[^\s()<>[\]]|\([^\s()<>[\]]*\))*)>?/uy
const TARGET_END = /\s*(?:"[^"]*"|'[^']*')?\s*\)/uy
const LABEL = /\[(?<label>[^[\]]{0,200})\]/uy

const isSpace = (character: string): boolean => character === '' || /\s/u.test(character)
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

type Opening = { at: number; from: number; isImage: boolean }

/** A line of Markdown as HTML with its links, bold text and HTML; images and other marks are left out. */
export const markdownInline = (line: string, definitions: Definitions): string => {
  const out: string[] = []
  const openings: Opening[] = []
  let at = 0
  let isBold = false
  let isItalic = ''
  let isCode = false

  const matchAt = (pattern: RegExp, from: number): RegExpExecArray | null => {
    pattern.lastIndex = from
    return pattern.exec(line)
  }

  /** The address of a link whose text ended before this place, and where the link ends. */
  const targetAt = (from: number, opening: Opening): { address: string; end: number } | null => {
    if (line[from] === '(') {
      const target = matchAt(TARGET, from)
      const end = target === null ? null : matchAt(TARGET_END, from + target[0].length)
      if (target !== null && end !== null)
        return { address: target.groups?.address ?? '', end: from + target[0].length + end[0].length }
    }
    const text = from - 1 - opening.from > LONGEST_LABEL ? null : line.slice(opening.from, from - 1)
    const label = line[from] === '[' ? matchAt(LABEL, from) : null
    const given = label === null || label.groups?.label === '' ? text : (label.groups?.label ?? null)
    const address = given === null ? undefined : definitions.get(labelKey(given))
    return address === undefined ? null : { address, end: label === null ? from : from + label[0].length }
  }

  const closeBracket = (): void => {
    const opening = openings.pop()
    const target = opening === undefined ? null : targetAt(at + 1, opening)
    if (opening === undefined || target === null) {
      out.push(']')
      at += 1
      return
    }
    if (opening.isImage) out.length = opening.at
    else {
      out[opening.at] = `<a href="${escaped(target.address)}">`
      out.push('</a>')
    }
    at = target.end
  }

  const mark = (character: string): void => {
    const [before, after] = [line[at - 1] ?? '', line[at + 1] ?? '']
    const isWithinWord = character === '_' && isWord(before) && isWord(after)
    if (after === character && !isWithinWord) {
      isBold = !isBold
      out.push(isBold ? '<b>' : '</b>')
      at += 2
      return
    }
    const opens = isItalic === '' && !isSpace(after) && !isWord(before)
    const closes = isItalic === character && !isSpace(before) && !isWord(after)
    if (isWithinWord || (!opens && !closes)) out.push(character)
    else isItalic = opens ? character : ''
    at += 1
  }

  const angle = (): void => {
    const address = matchAt(AUTOLINK, at)
    if (address !== null) {
      out.push(escaped(address.groups?.address ?? ''))
      at += address[0].length
      return
    }
    const tag = matchAt(TAG, at)
    if (tag === null) {
      out.push('&lt;')
      at += 1
      return
    }
    // Marks within an element belong to its attributes.
    const end = line.indexOf('>', at)
    const next = line.indexOf('<', at + 1)
    const isWhole = end !== -1 && (next === -1 || end < next)
    const whole = isWhole ? line.slice(at, end + 1) : tag[0]
    out.push(whole)
    at += whole.length
  }

  while (at < line.length) {
    const character = line.charAt(at)
    if (character === '`') {
      isCode = !isCode
      at += 1
    } else if (isCode) {
      out.push(escapes[character] ?? character)
      at += 1
    } else if (character === '\\' && /[!-/:-@[-`{-~]/u.test(line.charAt(at + 1))) {
      out.push(escaped(line.charAt(at + 1)))
      at += 2
    } else if (character === '[' || (character === '!' && line[at + 1] === '[')) {
      const isImage = character === '!'
      openings.push({ at: out.length, from: at + (isImage ? 2 : 1), isImage })
      out.push('[')
      at += isImage ? 2 : 1
    } else if (character === ']') closeBracket()
    else if (character === '*' || character === '_') mark(character)
    else if (character === '<') angle()
    else {
      const plain = /[^`\\[\]!*_<]+/uy
      const text = matchAt(plain, at)?.[0] ?? character
      out.push(text)
      at += text.length
    }
  }
  if (isBold) out.push('</b>')
  return out.join('')
}
