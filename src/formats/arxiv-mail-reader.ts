import type { ReadRecord } from '#core/imports/imported-record.ts'
import { listedRecord, type ListedPaper } from './arxiv-listing.ts'
import { MAX_RECORD_CHARACTERS, type FormatReader } from './record.ts'
import { textLines } from './text/text.ts'

/** What stands before an announcement, its header, its abstract, and after it. */
type Part = 'outside' | 'header' | 'abstract'

type Field = Exclude<keyof ListedPaper, 'id' | 'further'>

const fieldsByName: Record<string, Field> = {
  title: 'title',
  authors: 'authors',
  author: 'authors',
  categories: 'categories',
  'journal-ref': 'journal',
  doi: 'doi',
  license: 'license',
  date: 'date',
}

/** "arXiv:2401.01234", with "(*cross-listing*)" or a replaced version behind it. */
const BEGIN = /^(?:Paper: )?arXiv:\s?(?<id>\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,3})?\b(?![.\w])/u

const FIELD = /^(?<name>[A-Z][A-Za-z-]{1,30}): ?(?<value>.*)$/u

/** Ends the header and the abstract; behind the last one stands the address. */
const RULE = /^\\\\(?:\s|$)/u

/** Whether a text is arXiv's daily mail, with its announcements between lines of two backslashes. */
export const isArxivMail = (head: string): boolean =>
  /^\\\\[ \t]*\r?\n(?:Paper: )?arXiv:\s?(?:\d{4}\.\d{4,5}|[a-z.A-Z-]{2,20}\/\d{7})/mu.test(head)

/** Reads the announcements in arXiv's daily mail. Those of replaced versions have no abstract. */
export const arxivMailReader = (): FormatReader => {
  const lines = textLines()
  let number = 0
  let begun = 0
  let part: Part = 'outside'
  let id = ''
  let texts: Partial<Record<Field, string>> = {}
  let further: string[] = []
  let last: Field | null = null
  let source: string[] = []
  let length = 0
  const finish = (): ReadRecord[] => {
    if (part === 'outside') return []
    part = 'outside'
    const position = `line ${begun}`
    const { title } = texts
    if (title === undefined)
      return [{ position, reason: `The announcement of arXiv:${id} has no line with its title.` }]
    return [listedRecord({ ...texts, id, title, further }, { position, source: source.join('\n') })]
  }
  const begin = (found: string): ReadRecord[] => {
    const before = finish()
    part = 'header'
    begun = number
    id = found
    texts = {}
    further = []
    last = null
    source = []
    length = 0
    return before
  }
  const readField = (line: string): void => {
    const { name = '', value = '' } = FIELD.exec(line)?.groups ?? {}
    if (name !== '') {
      last = fieldsByName[name.toLowerCase()] ?? null
      if (last === null) further.push(name)
      else texts[last] = value
    } else if (last !== null && /^\s/u.test(line)) texts[last] = `${texts[last] ?? ''}\n${line}`
    // The day of a replaced version stands in a line of its own.
    else if (line.trim() !== '') last = null
  }
  const readLine = (line: string): ReadRecord[] => {
    number += 1
    const found = BEGIN.exec(line)?.groups?.id
    const before = found !== undefined && part !== 'abstract' ? begin(found) : []
    if (part === 'outside') return before
    length += line.length + 1
    source.push(line)
    if (length > MAX_RECORD_CHARACTERS) {
      part = 'outside'
      return [
        ...before,
        { position: `line ${begun}`, reason: `A record may have at most ${MAX_RECORD_CHARACTERS} characters.` },
      ]
    }
    if (RULE.test(line)) {
      if (part === 'header' && line.trim() === '\\\\') {
        part = 'abstract'
        return before
      }
      return [...before, ...finish()]
    }
    if (part === 'abstract') texts.abstract = texts.abstract === undefined ? line : `${texts.abstract}\n${line}`
    else if (found === undefined) readField(line)
    return before
  }
  return {
    push: (text) => lines.push(text).flatMap(readLine),
    end: () => [...lines.push('', true).flatMap(readLine), ...finish()],
  }
}
