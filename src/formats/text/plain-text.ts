/** White space of any kind, also that which does not break, as single spaces. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\u200b]+/gu, ' ').trim()

const EMPTY_LINE = /\n\s*\n/u
/** As arXiv breaks abstracts. */
const INDENTED = /\n {2,}(?=\S)/u
const FLUSH = /\n(?! {2,})\S/u

/**
 * A text whose lines were broken somewhere, with one line a paragraph. Behind an empty line, or at an indented one, a
 * paragraph begins, unless all lines are indented: that is how a document was laid out.
 */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(EMPTY_LINE)
    .flatMap((part) => (FLUSH.test(part) ? part.split(INDENTED) : [part]))
    .map(oneLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decodeEntity = (whole: string, name: string): string => {
  const code = /^#(?:x(?<hex>[\da-f]{1,6})|(?<decimal>\d{1,7}))$/iu.exec(name)?.groups
  if (code === undefined) return ENTITIES[name] ?? whole
  const point = code.hex === undefined ? Number(code.decimal) : Number.parseInt(code.hex, 16)
  const isCharacter = point > 31 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff)
  return isCharacter ? String.fromCodePoint(point) : whole
}

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?<name>#?\w{1,8});/gu, (whole: string, name: string) => decodeEntity(whole, name))

const BLOCK = /<\/?(?:jats:)?(?:p|title|sec|abstract|list|list-item|div|br)\b[^<>]{0,300}>/giu
const INLINE =
  /<\/?(?:jats:|mml:)?(?:i|b|u|em|strong|sub|sup|scp|sc|italic|bold|span|tt|font|inline-formula|tex-math|alternatives|m(?:ath|row|i|n|o|sup|sub|subsup|text|style|frac|over|under))\b[^<>]{0,300}>/giu

/** Text of a JSON catalogue, which may hold elements and entities that publishers left in it. */
export const withoutMarkup = (text: string): string =>
  decodeEntities(text.replaceAll(BLOCK, '\n\n').replaceAll(INLINE, ''))

/** Around words and in pairs, without attributes: what is less is mathematics. */
const AROUND = /<(?<tag>i|b|u|em|strong|su[bp]|inf|scp|sc|italic|bold)>(?<inner>[^<>]*)<\/\k<tag>>/giu

/** A title without the elements that databases and reference managers set around words of it. */
export const withoutTagsAround = (title: string | null): string | null =>
  title?.includes('</') ? title.replaceAll(AROUND, '$<inner>').replaceAll(AROUND, '$<inner>') : title

/** A heading that publishers leave in the text. */
const HEADING = /^(?:abstract|summary)[.:]?\n\n/iu

/** An abstract out of a JSON catalogue, without what says that it is one. */
export const plainAbstract = (text: string): string => paragraphs(withoutMarkup(text)).replace(HEADING, '')
