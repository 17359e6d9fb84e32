import { Parser } from 'htmlparser2'
import { MAX_DEPTH } from '#formats/record.ts'
import type { LinkList } from './link-list.ts'

/** Elements whose text is not read. */
const UNREAD = new Set(['script', 'style', 'title', 'template', 'svg', 'noscript', 'button', 'select'])
const LISTS = new Set(['ul', 'ol', 'dl'])
/** Elements that begin a paragraph of their own, unless they are in an item, a row or a heading. */
const PARAGRAPHS = new Set([
  'p',
  'div',
  'section',
  'article',
  'blockquote',
  'pre',
  'figure',
  'header',
  'footer',
  'main',
  'nav',
  'aside',
])
const HEADING = /^h(?<level>[1-6])$/u
/** A summary stands above what its element shows when it is opened. */
const SUMMARY_LEVEL = 7

/** The parser takes time that grows with the depth of elements for each of them, so that it starts anew when there are too many. */
const PIECE = 1_000

/** Reads HTML into a list of links. `depth` is that of lists which are written in another way around it. */
export const htmlLinks = (list: LinkList, position: () => string) => {
  let depth = 0
  let unread = 0
  let elements = 0
  let header = false

  const isInPart = (): boolean => list.kind() === 'item' || list.kind() === 'row' || list.kind() === 'heading'

  const openPart = (name: string, attributes: Record<string, string>): void => {
    const level = HEADING.exec(name)?.groups?.level
    if (LISTS.has(name)) {
      list.close()
      depth += 1
    } else if (name === 'li' || name === 'dt') list.open('item', position(), { depth })
    else if (name === 'dd') list.open('item', position(), { depth: depth + 0.5 })
    else if (level !== undefined) list.open('heading', position(), { depth, level: Number(level) })
    else if (name === 'summary') list.open('heading', position(), { depth, level: SUMMARY_LEVEL })
    else if (name === 'tr') {
      list.open('row', position())
      header = true
    } else if (name === 'table') list.close()
    else if (name === 'td') header = false
    else if (name === 'br') list.newline()
    else if (name === 'b' || name === 'strong') list.setBold(true)
    else if (name === 'a' && attributes.href !== undefined) list.openLink(attributes.href)
    else if (PARAGRAPHS.has(name) && isInPart()) list.newline()
    else if (PARAGRAPHS.has(name)) list.open('paragraph', position())
  }

  const closePart = (name: string): void => {
    if (LISTS.has(name)) {
      depth = Math.max(0, depth - 1)
      list.endList(depth)
    } else if (name === 'tr') {
      if (header) list.becomeTableHeader()
      else list.close()
    } else if (name === 'td' || name === 'th') list.nextCell()
    else if (name === 'a') list.closeLink(position())
    else if (name === 'b' || name === 'strong') list.setBold(false)
    else if (HEADING.test(name) || name === 'summary' || name === 'table') list.close()
    else if (PARAGRAPHS.has(name)) {
      if (isInPart()) list.newline()
      else list.close()
    }
  }

  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements += 1
      if (UNREAD.has(name)) unread += 1
      else if (unread === 0) openPart(name, attributes)
    },
    onclosetag: (name) => {
      elements -= 1
      if (UNREAD.has(name)) unread = Math.max(0, unread - 1)
      else if (unread === 0) closePart(name)
    },
    ontext: (text) => {
      if (unread === 0) list.addText(text, position())
    },
  })

  return {
    write: (html: string): void => {
      for (let from = 0; from < html.length; from += PIECE) {
        parser.write(html.slice(from, from + PIECE))
        if (elements <= MAX_DEPTH) continue
        parser.reset()
        elements = 0
        unread = 0
      }
    },
    end: (): void => {
      parser.end()
      list.close()
    },
  }
}
