import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { messageOf } from '#core/failure.ts'
import { foundRecords } from '#formats/record/found-records.ts'
import { MAX_DEPTH, MAX_RECORD_CHARACTERS, type FormatReader } from '#formats/record/format-reader.ts'
import { localName, type XmlElement } from './element.ts'

/** What makes a record of an element; null for one that is none. */
export type ElementReader = (element: XmlElement, at: { position: string; source: string }) => ReadRecord[] | null

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const startTag = ({ name, attributes }: SaxesTagPlain): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}>`

/** Thrown to leave the parser: what follows cannot be told from what was meant. */
class Unreadable extends Error {}

/**
 * Reads the elements of these names as they end. Only the entities of XML itself are known, nothing that a document
 * declares or refers to is fetched, and depth and length of a record are bounded. What is not well-formed ends the source
 * with a reason; records before it are taken.
 */
export const xmlRecords = (isRecord: (name: string, depth: number) => boolean, read: ElementReader): FormatReader => {
  const parser = new SaxesParser()
  const found = foundRecords()
  let open: XmlElement[] = []
  let source: string[] = []
  let length = 0
  let depth = 0
  let pending = 0
  let started = ''
  let refusal: string | null = null
  let isOver = false

  const keep = (text: string): void => {
    length += text.length
    if (length > MAX_RECORD_CHARACTERS)
      throw new Unreadable(`a record may have ${MAX_RECORD_CHARACTERS} characters at most`)
    source.push(text)
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
    if (/<!ENTITY/iu.test(doctype)) throw new Unreadable('it declares entities of its own')
  })
  parser.on('opentag', (tag) => {
    pending = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new Unreadable(`elements may be nested ${MAX_DEPTH} levels deep at most`)
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
    refusal ??= `It holds an entity that XML itself does not have (line ${parser.line}).`
  })
  const giveUp = (error: unknown): void => {
    isOver = true
    const position = `line ${parser.line}`
    const about = error instanceof Unreadable ? error.message : messageOf(error)
    found.add([{ position, reason: `The XML cannot be read from here on: ${about.replace(/\.$/u, '')}.` }])
    open = []
    source = []
  }
  return {
    push(text) {
      if (isOver) return found.take()
      pending += text.length
      try {
        // A text without end would be collected by the parser before anybody sees it.
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
