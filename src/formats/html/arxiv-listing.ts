import type { ReadRecord } from '#core/imports/imported-record.ts'
import { listedRecord } from '#formats/arxiv-listing.ts'
import { MAX_RECORD_CHARACTERS } from '#formats/record.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { oneLine } from '#formats/text/text.ts'
import type { PageListener } from './page-listener.ts'

type Field = 'title' | 'authors' | 'abstract' | 'categories' | 'journal' | 'doi' | 'comments'

/** The parts of an announcement by their classes. */
const fieldsByClass: Record<string, Field> = {
  'list-title': 'title',
  'list-authors': 'authors',
  'list-subjects': 'categories',
  'list-journal-ref': 'journal',
  'list-doi': 'doi',
  'list-comments': 'comments',
}

const classesOf = (attributes: Record<string, string>): string[] => (attributes.class ?? '').split(/\s+/u)

/** The address of an abstract on the page itself, or as a browser saves it. */
const ABSTRACT = /^(?:https?:\/\/(?:www\.|export\.)?arxiv\.org)?\/abs\/(?<id>[\w./-]{5,40})$/u

/**
 * The papers in arXiv's lists of new, recent and monthly submissions: pairs of `<dt>` with the address of the abstract and `<dd>` with
 * title, authors and subjects.
 */
export const listedWorks = (add: (records: readonly ReadRecord[]) => void): PageListener => {
  let count = 0
  let id: string | null = null
  let isInDescription = false
  /** The field whose element is open, and how deep in it the page is. */
  let field: Field | null = null
  let depth = 0
  /** Within the name of a field, such as "Title:". */
  let labelDepth: number | null = null
  let texts: Partial<Record<Field, string>> = {}
  let length = 0
  const finish = (): void => {
    const { title, comments } = texts
    if (id !== null && title !== undefined) {
      count += 1
      const position = `paper ${count}`
      const further = comments === undefined ? [] : ['comments']
      const source = [`arXiv:${id}`, ...Object.entries(texts).map(([name, text]) => `${name}: ${oneLine(text)}`)]
      add([
        length > MAX_RECORD_CHARACTERS
          ? { position, reason: `A record may have at most ${MAX_RECORD_CHARACTERS} characters.` }
          : listedRecord({ ...texts, id, title, further }, { position, source: source.join('\n') }),
      ])
    }
    id = null
    texts = {}
    length = 0
    field = null
    isInDescription = false
  }
  return {
    open({ name, attributes }) {
      if (name === 'dt') {
        finish()
        return
      }
      if (name === 'a' && id === null && !isInDescription) {
        const found = bareArxivId(ABSTRACT.exec(attributes.href?.trim() ?? '')?.groups?.id ?? null)
        if (found !== null) id = found
      }
      if (name === 'dd') isInDescription = id !== null
      if (!isInDescription) return
      if (field !== null) {
        depth += 1
        if (labelDepth === null && classesOf(attributes).includes('descriptor')) labelDepth = depth
        return
      }
      const classes = classesOf(attributes)
      const known = classes.map((one) => fieldsByClass[one]).find((one) => one !== undefined)
      field = known ?? (name === 'p' && classes.includes('mathjax') ? 'abstract' : null)
      depth = 0
    },
    text(text) {
      if (field === null || labelDepth !== null) return
      length += text.length
      if (length <= MAX_RECORD_CHARACTERS) texts[field] = (texts[field] ?? '') + text
    },
    close(name) {
      if (name === 'dd') finish()
      else if (field !== null) {
        if (labelDepth === depth) labelDepth = null
        if (depth === 0) field = null
        else depth -= 1
      }
    },
  }
}
