import type { Context } from 'hono'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import type { LibraryPosition } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'
import { paperListFormats, type PaperListFormat } from '#schemas/forms/paper-list-formats.ts'
import { PUBLIC_CACHE_CONTROL } from '#http/caching/cache-control.ts'
import { entityTag } from '#http/caching/conditional-request.ts'
import { readQuery } from '#http/input/query.ts'
import { changeNumber } from '#http/paging/change-number.ts'
import { pageUrls } from '#http/reader/page-urls.ts'
import type { Form } from '#http/routing/form.ts'
import { libraryInput, toLibraryFilter } from './input.ts'
import { libraryUrl } from './present.ts'

export type LibraryFormPorts = { store: Store; publicUrl: () => string; version: string }

/** A longer list is for harvesters, who have ways of their own. */
const MAX_PAPERS = 10_000
/** Papers that are read and written in one go. */
const PAPERS_PER_PIECE = 100

type Question = { filter: LibraryFilter; order: SortOrder }

/** The papers of a view, a piece at a time. */
async function* writePapers(
  { store, publicUrl }: LibraryFormPorts,
  { filter, order }: Question,
  format: PaperListFormat,
): AsyncGenerator<string> {
  const urls = pageUrls(publicUrl())
  let from: LibraryPosition | null = null
  let text = format.head
  for (let written = 0; written < MAX_PAPERS; written += PAPERS_PER_PIECE) {
    const { papers, next }: Awaited<ReturnType<Store['public']['library']['list']>> = await store.public.library.list(
      filter,
      order,
      from,
      PAPERS_PER_PIECE,
    )
    text += papers.map((paper) => format.write(paper, urls)).join('')
    yield text
    text = ''
    if (next === null) return
    from = next
  }
}

/** Every view of the library as a file, with the query of its page: at most 10,000 papers, in the order of the view. */
export const libraryForms = (ports: LibraryFormPorts): Form[] =>
  paperListFormats.map((format) => ({
    ending: format.ending,
    name: format.name,
    mediaType: format.mediaType,
    show: async (context: Context) => {
      const { cursor: _cursor, ...query } = readQuery(context, libraryInput)
      const question = { filter: toLibraryFilter(query), order: query.sort ?? 'long-horizon' }
      const target = `${format.ending} ${libraryUrl(query)}`
      const number = await changeNumber(ports.store.public)
      return {
        status: 200,
        body: '',
        stream: writePapers(ports, question, format),
        type: format.mediaType,
        headers: {
          ...number,
          // Weak: the papers may change while they are read, piece by piece.
          ETag: `W/${entityTag(ports.store.currentRevision(), target, ports.version)}`,
          'Cache-Control': PUBLIC_CACHE_CONTROL,
          'Content-Disposition': `inline; filename="papers.${format.ending}"`,
        },
      }
    },
  }))
