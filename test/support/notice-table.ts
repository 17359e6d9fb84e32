import type { Answer } from './sources.ts'

/** A made-up table of Retraction Watch, and a server that hands it out. */

export const HEADER =
  'Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes,'

/** A row about the work 10.1000/work.NUMBER; every seventh goes over two lines. */
export const noticeRow = (number: number, { nature = 'Retraction', reason = 'Error in Data' } = {}): string =>
  `${number},"A paper, number ${number}${number % 7 === 0 ? '\non two ""lines""' : ''}",(B/T) Technology;,` +
  `"Department of Everything, University of Somewhere, Somewhere;Institute of Nothing in Particular, Elsewhere;",` +
  `A Journal of ${number % 90},Press,China;Chile,Ada Example;Ben Sample;Chidi Instance,http://news.example/${number},` +
  `Research Article;,3/9/2026 0:00,10.1000/notice.${number},0,5/6/2023 0:00,10.1000/work.${number},0,${nature},` +
  `+${reason};+Investigation by Journal/Publisher;,No,"See also: the note of the journal, which says the same.",`

export const tableOf = (...rows: string[]): Buffer => Buffer.from([HEADER, ...rows, ''].join('\r\n'))

/** A table of at least this size, with rows about the works from 1 on. */
export const tableOfSize = (bytes: number): { table: Buffer; rows: number } => {
  const pieces: string[] = [HEADER]
  let length = HEADER.length
  for (let number = 1; length < bytes; number += 1) {
    const row = noticeRow(number)
    pieces.push(row)
    length += row.length
  }
  return { table: Buffer.from(`${pieces.join('\r\n')}\r\n`), rows: pieces.length - 1 }
}

export type AskedHeaders = Partial<Record<'range' | 'if-range' | 'if-none-match' | 'accept-encoding', string>>

/** How often the header changes is up to the test. `cutAfter`: the connection breaks after so many bytes. */
export type ServedTable = { table: Buffer; etag: string; cutAfter?: number; ranges?: boolean }

/** Answers as a server of files does, with conditions and ranges, and keeps the headers of its requests. */
export const serveTable = (served: () => ServedTable): { answer: Answer; asked: AskedHeaders[] } => {
  const asked: AskedHeaders[] = []
  const answer: Answer = (_url, response, { headers }) => {
    const { table, etag, cutAfter, ranges = true } = served()
    asked.push(
      Object.fromEntries(
        (['range', 'if-range', 'if-none-match', 'accept-encoding'] as const).flatMap((name) =>
          headers[name] === undefined ? [] : [[name, headers[name]]],
        ),
      ),
    )
    if (headers['if-none-match'] === etag) {
      response.writeHead(304, { ETag: etag }).end()
      return
    }
    const from = Number(/^bytes=(?<from>\d+)-$/u.exec(headers.range ?? '')?.groups?.from ?? 0)
    const isRest = ranges && from > 0 && headers['if-range'] === etag
    const body = table.subarray(isRest ? from : 0)
    const shown = { ETag: etag, 'Content-Length': body.byteLength, 'Last-Modified': 'Fri, 20 Nov 2026 09:00:00 GMT' }
    if (isRest)
      response.writeHead(206, {
        ...shown,
        'Content-Range': `bytes ${from}-${table.byteLength - 1}/${table.byteLength}`,
      })
    else response.writeHead(200, shown)
    if (cutAfter === undefined) response.end(body)
    else response.write(body.subarray(0, cutAfter), () => response.destroy())
  }
  return { answer, asked }
}
