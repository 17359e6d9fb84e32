import { JSONParser, TokenType } from '@streamparser/json'
import { messageOf } from '#core/failure.ts'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { foundRecords } from '#formats/record/found-records.ts'
import { MAX_DEPTH, MAX_RECORD_CHARACTERS, type FormatReader } from '#formats/record/format-reader.ts'
import { textLines } from '#formats/text/split-text-lines.ts'
import { readItem } from './read-item.ts'

type GivenFormat = Parameters<typeof readItem>[2]['given']

/** The format to read works in, whatever they look like; null to tell them by their look. */
const jsonFormat = (given: SourceFormat | null): GivenFormat =>
  given === 'crossref' || given === 'openalex' || given === 'semantic-scholar' || given === 'csl-json' ? given : null

/** One work a line. A line that is none is refused, and the next one is read. */
const jsonLinesReader = (given: GivenFormat): FormatReader => {
  const lines = textLines(MAX_RECORD_CHARACTERS)
  let number = 0
  const read = (line: string): ReadRecord[] => {
    number += 1
    if (line.trim() === '') return []
    try {
      return readItem(JSON.parse(line), `line ${number}`, { given })
    } catch (error) {
      return [{ position: `line ${number}`, reason: `This line is not valid JSON: ${messageOf(error)}.` }]
    }
  }
  return { push: (text) => lines.push(text).flatMap(read), end: () => lines.push('', true).flatMap(read) }
}

/** Where the works of a document stand, told by how it begins. */
const pathOf = (head: string): string => {
  const text = head.trimStart()
  if (text.startsWith('[')) return '$.*'
  if (/"message-type"\s*:\s*"[a-z]+-list"/u.test(text) || /"message"\s*:\s*\{[^{}[\]]*"items"/u.test(text))
    return '$.message.items.*'
  const list = /^\{(?:[^{}[\]]|\{[^{}]*\})*?"(?<name>results|data|items)"\s*:\s*\[/u.exec(text)?.groups?.name
  return list === undefined ? '$' : `$.${list}.*`
}

const opening: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET])
const closing: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET])

/** One document, of which no more than a work is kept at a time where it is a list of works. */
const documentReader = (head: string, given: GivenFormat): FormatReader => {
  const path = pathOf(head)
  const parser = new JSONParser({ paths: [path], keepStack: false })
  const found = foundRecords()
  let number = 0
  let pending = 0
  let depth = 0
  let isOver = false
  parser.onValue = ({ value }) => {
    if (isOver) return
    number += 1
    pending = 0
    found.add(readItem(value, `record ${number}`, { given }))
  }
  const giveUp = (reason: string): void => {
    if (!isOver) found.add([{ position: `behind record ${number}`, reason }])
    isOver = true
  }
  parser.onToken = ({ token }) => {
    if (closing.has(token)) depth -= 1
    else if (opening.has(token) && (depth += 1) > MAX_DEPTH)
      giveUp(`JSON may be nested ${MAX_DEPTH} levels deep at most.`)
  }
  parser.onError = (error) => giveUp(`The JSON cannot be read from here on: ${error.message}.`)
  return {
    push(text) {
      if (isOver) return []
      pending += text.length
      if (pending > MAX_RECORD_CHARACTERS + text.length)
        giveUp(`A record may have ${MAX_RECORD_CHARACTERS} characters at most.`)
      else if (parser.isEnded) {
        if (text.trim() !== '') giveUp('Something stands behind the end of the JSON.')
      } else parser.write(text)
      return found.take()
    },
    end() {
      if (!isOver && !parser.isEnded) giveUp('The JSON ends before it is complete.')
      if (!isOver && number === 0 && path !== '$') found.add([{ position: 'the whole', reason: 'It holds no works.' }])
      return found.take()
    },
  }
}

/** Whether each line is a value of its own: the first one is complete, and another begins behind it. */
const isJsonLines = (head: string): boolean => {
  const text = head.trimStart()
  const end = text.indexOf('\n')
  if (end === -1 || !/^\s*[{[]/u.test(text.slice(end))) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

/** @param head the beginning of the source, which is pushed as well */
export const jsonReader = (head: string, given: SourceFormat | null): FormatReader =>
  isJsonLines(head) ? jsonLinesReader(jsonFormat(given)) : documentReader(head, jsonFormat(given))
