import type { ReadRecord } from '#core/imports/imported-record.ts'
import { nearestFormats } from '#formats/nearest-formats.ts'
import type { FormatReader } from '#formats/record.ts'
import { readAtomEntry } from './arxiv.ts'
import { isDblpPublication, readDblpPublication } from './dblp.ts'
import { childrenOf, find, type XmlElement } from './element.ts'
import { isEndnoteRecord, readEndnoteRecord } from './endnote.ts'
import { readJatsArticle } from './jats.ts'
import { isMarcRecord, readMarcRecord } from './marc.ts'
import { readMods } from './mods.ts'
import { isMetadata, readOaiError, readOaiRecord } from './oai-pmh.ts'
import { readPubmedArticle } from './pubmed.ts'
import { readRssItem } from './rss.ts'
import { readTei } from './tei.ts'
import { xmlRecords, type ElementReader } from './xml-records.ts'
import { zoteroRdf } from './zotero.ts'

/** What a library's catalogue wraps into a record of its answer (SRU). */
const readSruRecord = (data: XmlElement, at: { position: string; source: string }): ReadRecord[] | null => {
  const [record] = childrenOf(data)
  if (record?.name === 'mods') return readMods(record, at)
  if (record !== undefined) return (isMarcRecord(record) ? readMarcRecord : readOaiRecord)(record, at)
  return [
    { position: at.position, reason: 'Its data is packed as text: ask the catalogue with recordPacking=xml instead.' },
  ]
}

const readRecord: ElementReader = (record, at) => {
  const data = find(record, 'recordData')
  if (data !== undefined) return readSruRecord(data, at)
  if (isMarcRecord(record)) return readMarcRecord(record, at)
  return (isEndnoteRecord(record) ? readEndnoteRecord : readOaiRecord)(record, at)
}

const records: Record<string, ElementReader> = {
  entry: readAtomEntry,
  record: readRecord,
  mods: readMods,
  item: readRssItem,
  article: (article, at) => (isDblpPublication(article) ? readDblpPublication : readJatsArticle)(article, at),
  inproceedings: readDblpPublication,
  incollection: readDblpPublication,
  phdthesis: readDblpPublication,
  mastersthesis: readDblpPublication,
  PubmedArticle: readPubmedArticle,
  TEI: readTei,
  error: readOaiError,
}

/** Elements of these names that are nested deeper are rows of tables, members of lists and the like. */
const DEEPEST: Record<string, number> = { entry: 3, item: 4, error: 2 }

/**
 * Reads records of any XML format, recognised by the names of their elements; bare OAI metadata only as a whole document, and the
 * resources of RDF where they are no items of RSS. A document without records is refused.
 * @param head the start of the source, which is also pushed
 */
export const xmlReader = (head: string): FormatReader => {
  let root = ''
  let hasRecords = false
  const rdf = zoteroRdf()
  const reader = xmlRecords(
    (name, depth) => {
      if (depth === 1) root = name
      if (Object.hasOwn(records, name)) return depth <= (DEEPEST[name] ?? Infinity)
      return root === 'RDF' ? depth === 2 : depth === 1 && isMetadata(name)
    },
    (element, at) => {
      if (Object.hasOwn(records, element.name)) return records[element.name]?.(element, at) ?? null
      return root === 'RDF' ? rdf.read(element, at) : readOaiRecord(element, at)
    },
  )
  const noted = (found: ReadRecord[]): ReadRecord[] => {
    hasRecords ||= found.length > 0
    return found
  }
  return {
    push: (text) => noted(reader.push(text)),
    end() {
      const last = noted([...reader.end(), ...rdf.end()])
      if (hasRecords) return last
      const reason = `It contains no works: it is a document <${root.slice(0, 100)}>. ${nearestFormats(head)}`
      return [{ position: 'the whole', reason }]
    },
  }
}
