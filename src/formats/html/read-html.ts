import { Parser } from 'htmlparser2'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { foundRecords, MAX_RECORD_CHARACTERS, type FormatReader } from '#formats/record.ts'
import { listedWorks } from './arxiv-listing.ts'
import type { PageListener } from './page-listener.ts'
import { workMetadata } from './work-metadata.ts'

/** Pages nest some dozens of elements. The parser looks through all that are open at each end of one. */
const MAX_PAGE_DEPTH = 500

/** Thrown to leave the parser. */
class TooMuch extends Error {}

/**
 * Reads a web page that describes a work in its metadata, or arXiv's list of papers. No tree is built, nothing that the page refers to
 * is fetched, and depth and length are bounded.
 */
export const htmlReader = (): FormatReader => {
  const found = foundRecords()
  const metadata = workMetadata()
  const listing = listedWorks(found.add)
  const parts: PageListener[] = [metadata, listing]
  let depth = 0
  let pending = 0
  let hasRecords = false
  let refusal: string | null = null
  const begun = (): void => {
    pending = 0
    depth += 1
    if (depth > MAX_PAGE_DEPTH) throw new TooMuch(`elements may be nested at most ${MAX_PAGE_DEPTH} levels deep`)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      begun()
      for (const part of parts) part.open({ name, attributes })
    },
    ontext(text) {
      pending = 0
      for (const part of parts) part.text(text)
    },
    onclosetag(name) {
      pending = 0
      depth -= 1
      for (const part of parts) part.close(name)
    },
  })
  const attempt = (step: () => void): void => {
    try {
      if (refusal === null) step()
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error
      refusal = `The rest of the page cannot be read: ${error.message}.`
    }
  }
  const noted = (): ReadRecord[] => {
    const records = found.take()
    hasRecords ||= records.length > 0
    return records
  }
  return {
    push(text) {
      attempt(() => {
        pending += text.length
        // The parser keeps a tag or a comment until it ends.
        if (pending > MAX_RECORD_CHARACTERS + text.length || metadata.length() > MAX_RECORD_CHARACTERS)
          throw new TooMuch(`a tag, a comment or its metadata may have at most ${MAX_RECORD_CHARACTERS} characters`)
        parser.write(text)
      })
      return noted()
    },
    end() {
      attempt(() => parser.end())
      const listed = noted()
      const works = hasRecords ? listed : metadata.records()
      const rest = refusal === null ? [] : [{ position: 'the end', reason: refusal }]
      if (hasRecords || works.length > 0 || rest.length > 0) return [...works, ...rest]
      return [{ position: 'the whole', reason: 'It contains no works: its metadata does not name the title of one.' }]
    },
  }
}
