import type { FormatReader } from '#formats/record/format-reader.ts'
import { readAtomEntry } from './arxiv-atom.ts'
import { readJatsArticle } from './jats.ts'
import { isMetadata, readOaiRecord } from './oai-pmh.ts'
import { readRssItem } from './rss.ts'
import { readTei } from './tei.ts'
import { xmlRecords, type ElementReader } from './xml-records.ts'

const records: Record<string, ElementReader> = {
  entry: readAtomEntry,
  record: readOaiRecord,
  item: readRssItem,
  article: readJatsArticle,
  TEI: readTei,
}

/** Records of any form of XML, told by the names of their elements; bare metadata of OAI only as a whole document. */
export const xmlReader = (): FormatReader =>
  xmlRecords(
    (name, depth) => Object.hasOwn(records, name) || (depth === 1 && isMetadata(name)),
    (element, at) => (records[element.name] ?? readOaiRecord)(element, at),
  )
