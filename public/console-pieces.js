// @ts-check
// Divides a file into pieces of whole records, so that a file of any size is sent piece by piece and never held in memory. Bytes are
// looked at as characters of one byte each, which finds the boundaries in every encoding that has ASCII.

/** @typedef {{ bytes: Uint8Array<ArrayBuffer>, line: number, end: number }} Piece its first line in the file, and how far it goes */
/** @typedef {{ at: number, next: number } | null} Cut where a piece ends and the next one begins; null if there is no boundary yet */
/**
 * @typedef {object} Kind
 * @property {number} [begin] where the records begin
 * @property {number} [repeated] how many bytes of the beginning each piece repeats
 * @property {string} [suffix] what ends each piece
 * @property {RegExp} [definitions] entries that later pieces repeat
 * @property {(text: string, isLast: boolean) => Cut} cut
 */

const PIECE = 524_288
/** The server takes 10 MiB. */
const MOST = 10 * 1_024 * 1_024
const HEAD = 65_536

const decoder = new TextDecoder('latin1')

/** @param {string} text */
const newlines = (text) => text.split('\n').length - 1

/** @param {number} at @returns {Cut} */
const cutAt = (at) => (at <= 0 ? null : { at, next: at })

/** Before the last line that begins a record. @param {RegExp} start @returns {Kind} */
const entries = (start) => ({
  cut: (text, isLast) => {
    if (isLast) return cutAt(text.length)
    const last = [...text.matchAll(start)].at(-1)
    return cutAt(last === undefined ? 0 : last.index + 1)
  },
})

/** After the last line. @type {Kind} */
const lines = { cut: (text, isLast) => cutAt(isLast ? text.length : text.lastIndexOf('\n') + 1) }

/** @type {Kind} */
const whole = { cut: (text, isLast) => (isLast ? cutAt(text.length) : null) }

/** The end of the first row of a table, and of the last whole one: at a line break outside quotation marks.
 * @param {string} text */
const rowEnds = (text) => {
  let isQuoted = false
  let first = 0
  let last = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\n' && !isQuoted) {
      last = at + 1
      if (first === 0) first = last
    }
  }
  return { first, last }
}

/** Each piece repeats the header. @param {number} header @returns {Kind} */
const table = (header) => ({
  begin: header,
  repeated: header,
  cut: (text, isLast) => cutAt(isLast ? text.length : rowEnds(text).last),
})

/** The last comma between the elements of a list, and where the list ends.
 * @param {string} text */
const elementEnds = (text) => {
  let depth = 0
  let comma = -1
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    } else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      if (depth === 0) return { comma, close: at }
      depth -= 1
    } else if (sign === ',' && depth === 0) comma = at
  }
  return { comma, close: -1 }
}

/** @param {number} begin @returns {Kind} */
const list = (begin) => ({
  begin,
  repeated: begin,
  suffix: ']',
  cut: (text, isLast) => {
    const { comma, close } = elementEnds(text)
    if (close !== -1) return { at: close, next: text.length }
    if (isLast) return cutAt(text.length)
    return comma === -1 ? null : { at: comma, next: comma + 1 }
  },
})

/** Where markup that begins here ends; 0 if it does not. @param {string} text @param {number} at */
const markupEnd = (text, at) => {
  for (const [open, close] of /** @type {const} */ ([
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
    ['<!', '>'],
  ]))
    if (text.startsWith(open, at)) {
      const end = text.indexOf(close, at + open.length)
      return end === -1 ? 0 : end + close.length
    }
  let quote = ''
  for (let end = at + 1; end < text.length; end += 1) {
    const sign = text[end]
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return end + 1
  }
  return 0
}

/** Where the last whole child of the root ends, and the root itself. @param {string} text */
const childEnds = (text) => {
  let depth = 0
  let last = 0
  for (let at = text.indexOf('<'); at !== -1;) {
    const end = markupEnd(text, at)
    if (end === 0) break
    if (text[at + 1] === '/') {
      if (depth === 0) return { last: at, close: at }
      depth -= 1
    } else if (text[at + 1] !== '!' && text[at + 1] !== '?' && text[end - 2] !== '/') depth += 1
    if (depth === 0) last = end
    at = text.indexOf('<', end)
  }
  return { last, close: -1 }
}

/** Where the start tag of the root begins and ends. @param {string} head */
const rootOf = (head) => {
  for (let at = head.indexOf('<'); at !== -1;) {
    const end = markupEnd(head, at)
    if (end === 0) return null
    if (!/[!?]/u.test(head[at + 1] ?? '!')) {
      const name = /^<(?<name>[^\s/>]+)/u.exec(head.slice(at, end))?.groups?.name
      return name === undefined || head[end - 2] === '/' ? null : { name, end }
    }
    at = head.indexOf('<', end)
  }
  return null
}

/** @param {{ name: string, end: number }} root @returns {Kind} */
const elements = ({ name, end }) => ({
  begin: end,
  repeated: end,
  suffix: `</${name}>`,
  cut: (text, isLast) => {
    const { last, close } = childEnds(text)
    if (close !== -1) return { at: close, next: text.length }
    return cutAt(isLast ? text.length : last)
  },
})

/** Formats of entries, by the lines that begin one. @type {[RegExp, RegExp][]} */
const formats = [
  [/^[ \t]*TY {0,2}-/mu, /\n[ \t]*TY {0,2}-/gu],
  [/^PT [A-Z]\r?$/mu, /\nPT [A-Z]\r?(?=\n)/gu],
  [/^PMID {0,2}- ?\d/mu, /\nPMID {0,2}- ?\d/gu],
  [/^%0 [A-Z]/mu, /\n%0 [A-Z]/gu],
]
const BIBTEX = /^[ \t]*@\s{0,20}[a-z]{1,40}\s{0,20}[{(]/imu
const BIBTEX_ENTRY = /\n[ \t]*@[a-z]{1,40}[ \t]*[{(]/giu
/** Abbreviations hold for the rest of the file. */
const BIBTEX_STRINGS = /^(?:\u00EF\u00BB\u00BF)?[ \t]*@string\s*[{(].*[)}][ \t]*\r?$/gimu
const IDENTIFIER = /10\.\d{4,9}\/|\d{4}\.\d{4,5}/u

/** @param {string} text */
const isJson = (text) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @param {string} row */
const cells = (row) => Math.max(...[',', ';', '\t'].map((sign) => row.replaceAll(/"[^"]*"/gu, '').split(sign).length))

/** How a file with this beginning is divided. @param {string} head @returns {Kind} */
const kindOf = (head) => {
  const text = head.replace(/^\u00EF\u00BB\u00BF/u, '').trimStart()
  const offset = head.length - text.length
  if (head.includes('\0') || /^(?:PK|%PDF-|\u001F\u2039|\u00FF\u00FE|\u00FE\u00FF)/u.test(text)) return whole
  if (text.startsWith('[')) return list(offset + 1)
  if (text.startsWith('{')) return isJson(text.split('\n')[0] ?? '') ? lines : whole
  if (text.startsWith('<')) {
    const root = /^<(?:!doctype )?html/iu.test(text) ? null : rootOf(head)
    // The resources of Zotero name each other.
    return root === null || /(?:^|:)RDF$/u.test(root.name) ? whole : elements(root)
  }
  const format = formats.find(([test]) => test.test(text))
  if (format !== undefined) return entries(format[1])
  if (BIBTEX.test(text)) return { ...entries(BIBTEX_ENTRY), definitions: BIBTEX_STRINGS }
  const { first } = rowEnds(head)
  const second = first + rowEnds(head.slice(first)).first
  const columns = cells(head.slice(0, first))
  if (columns > 1 && cells(head.slice(first, second)) === columns) return table(first)
  const all = text.split('\n').filter((line) => line.trim() !== '')
  return all.filter((line) => IDENTIFIER.test(line)).length * 2 >= all.length ? lines : whole
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const joined = (one, other) => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/**
 * The pieces of a file in order, each a file of its own with whole records. Throws an error that says why a file cannot be divided.
 * @param {Blob} file @param {number} size how many bytes a piece has if its records allow it
 * @returns {AsyncGenerator<Piece, void, undefined>}
 */
export async function* piecesOf(file, size = PIECE) {
  /** @param {number} from @param {number} to */
  const read = async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const start = await read(0, HEAD)
  const head = decoder.decode(start)
  const { begin = 0, repeated = 0, suffix = '', definitions, cut } = kindOf(head)
  /** What each piece repeats. @type {Uint8Array<ArrayBuffer>} */
  let prefix = start.slice(0, repeated)
  let line = 1 + newlines(head.slice(0, begin))
  let rest = new Uint8Array(0)
  for (let at = begin; at < file.size || rest.length > 0;) {
    const more = await read(at, at + size)
    at += more.length
    rest = joined(rest, more)
    const isLast = at >= file.size
    const text = decoder.decode(rest)
    const found = cut(text, isLast)
    if (found === null) {
      if (isLast) return
      if (rest.length < MOST - size) continue
      throw new Error(
        cut === whole.cut
          ? 'A file of this format is read as a whole, and may have at most 10 MiB.'
          : `The record in line ${line} is too large.`,
      )
    }
    const piece = text.slice(0, found.at)
    if (piece.trim() !== '') {
      const bytes = joined(joined(prefix, rest.subarray(0, found.at)), new TextEncoder().encode(suffix))
      yield { bytes, line: line - newlines(decoder.decode(prefix)), end: Math.min(at, file.size) }
    }
    for (const { 0: definition, index } of definitions === undefined ? [] : piece.matchAll(definitions)) {
      const kept = rest.subarray(index, index + definition.length)
      prefix = joined(prefix, joined(kept, Uint8Array.of(10)))
    }
    line += newlines(text.slice(0, found.next))
    rest = rest.slice(found.next)
  }
}
