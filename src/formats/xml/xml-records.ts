import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'
import { messageOf } from '#core/failure.ts'
import { foundRecords, MAX_DEPTH, MAX_RECORD_CHARACTERS, MAX_VALUES, type FormatReader } from '#formats/record.ts'
import { localName, type XmlElement } from './element.ts'

/** Makes records of an element; null if it does not hold any. */
export type ElementReader = (element: XmlElement, at: { position: string; source: string }) => ReadRecord[] | null

/** The fields of one work, and the names of values that a paper has no field for. */
export type ReadMetadata = Pick<ImportedRecord, 'fields' | 'unmapped' | 'notices' | 'references'>

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const startTag = ({ name, attributes }: SaxesTagPlain): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}>`

/** Thrown to leave the parser when the rest cannot be interpreted. */
class Unreadable extends Error {}

/**
 * Reads the elements that `isRecord` selects as they end. Only the predefined entities of XML are known, nothing that a
 * document refers to is fetched, and depth and length of a record are bounded. An error in the syntax ends the source
 * with a reason; the records before it are kept.
 */
export const xmlRecords = (isRecord: (name: string, depth: number) => boolean, read: ElementReader): FormatReader => {
  const parser = new SaxesParser()
  const found = foundRecords()
  let open: XmlElement[] = []
  let source: string[] = []
  let length = 0
  let values = 0
  let depth = 0
  let pending = 0
  let started = ''
  let refusal: string | null = null
  let isOver = false

  const keep = (text: string): void => {
    length += text.length
    if (length > MAX_RECORD_CHARACTERS)
      throw new Unreadable(`a record may have at most ${MAX_RECORD_CHARACTERS} characters`)
    source.push(text)
  }
  const countValue = (): void => {
    values += 1
    if (values > MAX_VALUES)
      throw new Unreadable(
        `a record may have at most ${MAX_VALUES} elements and attributes; leave out those that do not describe the work`,
      )
  }
  const finish = (element: XmlElement): void => {
    const text = source.join('')
    const at = { position: started, source: text }
    const records = refusal === null ? read(element, at) : [{ position: started, reason: refusal }]
    found.add(records ?? [])
    source = []
    length = 0
    refusal = null
  }
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/iu.test(doctype)) throw new Unreadable('it declares its own entities')
  })
  parser.on('opentagstart', () => {
    if (open.length === 0) values = 0
    countValue()
  })
  parser.on('attribute', countValue)
  parser.on('opentag', (tag) => {
    pending = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new Unreadable(`elements may be nested at most ${MAX_DEPTH} levels deep`)
    const name = localName(tag.name)
    if (open.length === 0) {
      if (!isRecord(name, depth)) return
      started = `line ${parser.line}`
    }
    const element = { name, attributes: tag.attributes as Record<string, string>, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
    keep(startTag(tag))
  })
  const addText = (text: string): void => {
    const element = open.at(-1)
    if (element === undefined) return
    element.children.push(text)
    keep(escaped(text))
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    pending = 0
    depth -= 1
    const element = open.pop()
    if (element === undefined) return
    keep(`</${name}>`)
    if (open.length === 0) finish(element)
  })
  parser.on('error', (error) => {
    const entity = /undefined entity|malformed character entity|unexpected end.*entity/iu.test(error.message)
    if (!entity || open.length === 0) throw new Unreadable(error.message.replace(/^(?:\S*:)?\d+:\d+: /u, ''))
    refusal ??= `It contains an entity that XML does not define (line ${parser.line}).`
  })
  const giveUp = (error: unknown): void => {
    isOver = true
    const position = `line ${parser.line}`
    const about = error instanceof Unreadable ? error.message : messageOf(error)
    found.add([{ position, reason: `The rest of the XML cannot be read: ${about.replace(/\.$/u, '')}.` }])
    open = []
    source = []
  }
  return {
    push(text) {
      if (isOver) return found.take()
      pending += text.length
      try {
        // The parser would buffer an endless text before reporting it.
        if (pending > MAX_RECORD_CHARACTERS + text.length) throw new Unreadable('a text has no end')
        parser.write(text)
      } catch (error) {
        giveUp(error)
      }
      return found.take()
    },
    end() {
      if (isOver) return found.take()
      try {
        parser.close()
      } catch (error) {
        giveUp(error)
      }
      return found.take()
    },
  }
}
