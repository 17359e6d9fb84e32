import { answerInParts } from '#threads/answer.ts'
import { checkPage, type PageOrder } from './read-page.ts'
import { checkRows, type RowsOrder } from './read-rows.ts'
import type { PagePart } from './pages-in-process.ts'

/** A page may hold thousands of records; copying them to the server at once would block it. */
const RECORDS_IN_MESSAGE = 200

/** Reads one page or piece of a table after another, and returns its records in parts. */
await answerInParts(async function* (order: PageOrder | RowsOrder): AsyncGenerator<PagePart> {
  if ('rows' in order) {
    const read = checkRows(order)
    if (!('broken' in read))
      for (let from = 0; from < read.notices.length; from += RECORDS_IN_MESSAGE)
        yield { about: 'notices', notices: read.notices.slice(from, from + RECORDS_IN_MESSAGE) }
    yield { about: 'rows end', rows: 'broken' in read ? read : { ...read, notices: [] } }
    return
  }
  const { fit, ...page } = await checkPage(order)
  for (let from = 0; from < fit.length; from += RECORDS_IN_MESSAGE)
    yield { about: 'fit', records: fit.slice(from, from + RECORDS_IN_MESSAGE) }
  yield { about: 'end', page }
})
