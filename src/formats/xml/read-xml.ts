import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { readAtomEntry } from './arxiv-atom.ts'
import { readJatsArticle } from './jats.ts'
import { isMetadata, readOaiError, readOaiRecord } from './oai-pmh.ts'
import { readRssItem } from './rss.ts'
import { readTei } from './tei.ts'
import { xmlRecords, type ElementReader } from './xml-records.ts'

const records: Record<string, ElementReader> = {
  entry: readAtomEntry,
  record: readOaiRecord,
  item: readRssItem,
  article: readJatsArticle,
  TEI: readTei,
  error: readOaiError,
}

/** Deeper ones are rows of tables, members of lists and the like. */
const DEEPEST: Record<string, number> = { entry: 3, item: 4, error: 2 }

/**
 * Records of any form of XML, told by the names of their elements; bare metadata of OAI only as a whole document. What
 * holds none says so.
 */
export const xmlReader = (): FormatReader => {
  let root = ''
  let hasRecords = false
  const reader = xmlRecords(
    (name, depth) => {
      if (depth === 1) root = name
      return Object.hasOwn(records, name) ? depth <= (DEEPEST[name] ?? Infinity) : depth === 1 && isMetadata(name)
    },
    (element, at) => (records[element.name] ?? readOaiRecord)(element, at),
  )
  const noted = (found: ReadRecord[]): ReadRecord[] => {
    hasRecords ||= found.length > 0
    return found
  }
  return {
    push: (text) => noted(reader.push(text)),
    end() {
      const last = noted(reader.end())
      const reason = `It holds no works: it is a document <${root.slice(0, 100)}>.`
      return hasRecords ? last : [{ position: 'the whole', reason }]
    },
  }
}
