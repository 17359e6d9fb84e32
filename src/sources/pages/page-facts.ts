import { JSONParser } from '@streamparser/json'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { lineOf, type XmlElement } from '#formats/xml/element.ts'
import { xmlRecords } from '#formats/xml/xml-records.ts'
import type { PageFacts } from '#sources/kinds/source-protocol.ts'

type FoundFacts = Pick<PageFacts, 'root' | 'cursor' | 'total' | 'errors'>

/** Reads what a page says beside its records. `broken` says why it is not whole. */
export type FactsReader = { push(text: string): void; end(): FoundFacts & { broken: string | null } }

const numberOf = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : null

/** Elements of OAI-PMH and OpenSearch by name, with how deep they stand: records may have some of the same name. */
const DEPTHS: Record<string, number> = { resumptionToken: 3, error: 2, totalResults: 2 }

const takeElement = (facts: FoundFacts, element: XmlElement): void => {
  const text = lineOf(element)
  const { attributes } = element
  if (element.name === 'error') facts.errors.push({ code: attributes.code ?? '', text: text ?? '' })
  else if (element.name === 'totalResults') facts.total = numberOf(text)
  else {
    facts.cursor = text
    facts.total = numberOf(attributes.completeListSize)
  }
}

export const xmlFacts = (): FactsReader => {
  const facts: FoundFacts = { root: null, cursor: null, total: null, errors: [] }
  const isFact = (name: string, depth: number): boolean => {
    if (depth === 1) facts.root = name
    return DEPTHS[name] === depth
  }
  const reader: FormatReader = xmlRecords(isFact, (element) => {
    takeElement(facts, element)
    return null
  })
  let broken: string | null = null
  const note = (unread: ReturnType<FormatReader['push']>): void => {
    const [first] = unread
    if (first !== undefined && 'reason' in first) broken ??= first.reason
  }
  return {
    push: (text) => note(reader.push(text)),
    end: () => {
      note(reader.end())
      return { ...facts, broken }
    },
  }
}

const CURSORS = ['$.message.next-cursor', '$.meta.next_cursor']
const TOTALS = ['$.message.total-results', '$.meta.count']

export const jsonFacts = (): FactsReader => {
  const facts: FoundFacts = { root: null, cursor: null, total: null, errors: [] }
  const parser = new JSONParser({ paths: [...CURSORS, ...TOTALS], keepStack: false })
  let broken: string | null = null
  parser.onValue = ({ value, key }) => {
    if (key === 'next-cursor' || key === 'next_cursor') facts.cursor = typeof value === 'string' ? value : null
    else facts.total = typeof value === 'number' ? value : null
  }
  parser.onError = (error) => {
    broken ??= `The JSON cannot be read: ${error.message}.`
  }
  return {
    push: (text) => {
      if (broken === null && !parser.isEnded) parser.write(text)
    },
    end: () => {
      if (!parser.isEnded) broken ??= 'The JSON ends before it is complete.'
      return { ...facts, broken }
    },
  }
}
