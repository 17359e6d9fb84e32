import { type FormatReader, MAX_RECORD_CHARACTERS } from '#formats/record.ts'
import { textLines } from '#formats/text/text.ts'
import { htmlLinks } from './html-links.ts'
import { linkList } from './link-list.ts'
import { type Definitions, labelKey, markdownInline } from './markdown-inline.ts'

/** Reads the links to papers in HTML, such as a browser's bookmarks; keeps the current entry. */
export const htmlLinksReader = (): FormatReader => {
  const lines = textLines()
  const list = linkList()
  let number = 0
  const html = htmlLinks(list, () => `line ${number}`)
  const read = (line: string): void => {
    number += 1
    html.write(`${line}\n`)
  }
  return {
    push: (text) => {
      for (const line of lines.push(text)) read(line)
      return list.take()
    },
    end: () => {
      for (const line of lines.push('', true)) read(line)
      html.end()
      return list.take()
    },
  }
}

const DEFINITION = /^ {0,3}\[(?<label>[^[\]]{1,200})\]:\s*<?(?<address>https?:[^\s<>]{1,2000})/iu
const FENCE = /^\s{0,12}(?<mark>`{3,}|~{3,})/u
const HEADING = /^ {0,3}(?<marks>#{1,6})(?:[ \t]+(?<text>.*))?$/u
const UNDERLINE = /^ {0,3}(?<mark>=+|-+)\s*$/u
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u
const ITEM = /^(?<indent>[ \t]*)(?<mark>[-*+•]|\d{1,9}[.)])[ \t]+(?<text>\S.*)$/u
const QUOTE = /^ {0,3}(?:>[ \t]?){1,9}/u
const TASK = /^\[[ xX]\][ \t]+/u
/** HTML blocks and Markdown may alternate; a block of HTML begins at the beginning of a line. */
const HTML_BLOCK =
  /^[ \t]*<(?:!--|\/?(?:p|div|section|article|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|details|summary|center|pre|blockquote)\b)/iu

const widthOf = (indent: string): number => indent.replaceAll('\t', '    ').length

const cellsOf = (line: string): string[] => {
  const cells = line.trim().split(/(?<!\\)\|/u)
  if (cells[0]?.trim() === '') cells.shift()
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells
}

const isDelimiterRow = (line: string): boolean =>
  line.includes('-') && line.includes('|') && cellsOf(line).every((cell) => /^:?-+:?$/u.test(cell.trim()))

const definitionsIn = (lines: readonly string[]): Definitions => {
  const definitions = new Map<string, string>()
  for (const line of lines) {
    const { label, address } = DEFINITION.exec(line)?.groups ?? {}
    if (label === undefined || address === undefined) continue
    const key = labelKey(label)
    // The first definition of a label counts.
    if (!definitions.has(key)) definitions.set(key, address)
  }
  return definitions
}

/** Reads the lines of a document in Markdown into a list of links. */
const markdownBlocks = (definitions: Definitions) => {
  const list = linkList()
  let number = 0
  const html = htmlLinks(list, () => `line ${number}`)
  /** The indents of the items around the current line, outermost first. */
  let indents: number[] = []
  let fence: string | null = null
  let isAfterBlank = true
  let isInTable = false
  let isComment = false

  const position = (): string => `line ${number}`
  const write = (text: string): void => html.write(markdownInline(text, definitions))

  const endLists = (): void => {
    if (indents.length > 0) list.endList(0)
    indents = []
  }

  const openItem = (indent: number, text: string): void => {
    // A tab or two spaces of a sloppy list do not make a list of their own.
    indents = indents.filter((outer) => outer + 1 < indent)
    list.endList(indents.length + 1)
    indents.push(indent)
    list.open('item', position(), { depth: indents.length })
    write(text.replace(TASK, ''))
  }

  const row = (line: string): void => {
    list.open('row', position())
    for (const cell of cellsOf(line)) {
      write(cell)
      list.nextCell()
    }
  }

  const blockOf = (line: string): void => {
    const heading = HEADING.exec(line)?.groups
    const item = heading === undefined ? ITEM.exec(line)?.groups : undefined
    const indent = widthOf(/^[ \t]*/u.exec(line)?.[0] ?? '')
    const isFlush = isAfterBlank && indent < 2
    if (heading !== undefined) {
      endLists()
      list.open('heading', position(), { level: heading.marks?.length ?? 1 })
      write(heading.text?.replace(/[ \t]+#+[ \t]*$/u, '') ?? '')
      list.close()
    } else if (RULE.test(line)) {
      endLists()
      list.close()
    } else if (item !== undefined) openItem(widthOf(item.indent ?? ''), item.text ?? '')
    else if (line.trimStart().startsWith('|') || (isInTable && line.includes('|'))) {
      endLists()
      row(line)
    } else if (HTML_BLOCK.test(line)) {
      if (indent < 2) endLists()
      write(line)
    } else if (
      list.kind() === null ||
      isFlush ||
      (isAfterBlank && list.kind() === 'paragraph') ||
      list.kind() === 'row'
    ) {
      if (isFlush) endLists()
      list.open('paragraph', position())
      write(line)
    } else {
      list.newline()
      write(line)
    }
  }

  const read = (given: string): void => {
    const line = given.replace(QUOTE, '')
    const mark = FENCE.exec(line)?.groups?.mark
    if (fence !== null || mark !== undefined) {
      if (fence === null) fence = mark?.slice(0, 3) ?? null
      else if (mark?.startsWith(fence) === true) fence = null
      return
    }
    if (isComment) {
      isComment = !line.includes('-->')
      return
    }
    if (line.trim() === '') {
      isAfterBlank = true
      isInTable = false
      return
    }
    if (/^\s*<!--/u.test(line) && !line.includes('-->')) {
      isComment = true
      return
    }
    const underline = UNDERLINE.exec(line)?.groups?.mark
    if (underline !== undefined && !isAfterBlank && list.kind() === 'paragraph')
      list.becomeHeading(underline.startsWith('=') ? 1 : 2)
    else if (isDelimiterRow(line) && !isAfterBlank && list.kind() !== null) {
      list.becomeTableHeader()
      isInTable = true
    } else if (!DEFINITION.test(line)) blockOf(line)
    isAfterBlank = false
  }

  return {
    read: (line: string): void => {
      number += 1
      read(line)
    },
    take: list.take,
    end: html.end,
  }
}

/**
 * Reads the links to papers in Markdown or plain text. Where reference links lead stands at the end of a document, so that it is kept
 * up to there.
 */
export const markdownLinksReader = (): FormatReader => {
  const lines = textLines()
  const kept: string[] = []
  let characters = 0
  const keep = (line: string): void => {
    characters += line.length + 1
    if (characters <= MAX_RECORD_CHARACTERS) kept.push(line)
  }
  return {
    push: (text) => {
      lines.push(text).forEach(keep)
      return []
    },
    end: () => {
      lines.push('', true).forEach(keep)
      const blocks = markdownBlocks(definitionsIn(kept))
      for (const line of kept) blocks.read(line)
      blocks.end()
      const records = blocks.take()
      if (characters <= MAX_RECORD_CHARACTERS) return records
      const reason = `A list of links may have at most ${MAX_RECORD_CHARACTERS / 1e6} million characters: split it.`
      return [...records, { position: `line ${kept.length + 1}`, reason }]
    },
  }
}
