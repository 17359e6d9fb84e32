import type { PrivateReader, PublicReader } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { editorReader } from './accounts/editors.ts'
import { keyReader } from './accounts/keys.ts'
import { changeReader } from './changes/change-reader.ts'
import type { Engine } from './engine/engine.ts'
import { statsReader } from './facets/stats.ts'
import { onDemand } from './on-demand.ts'
import { privatePaperReader, publicPaperReader } from './papers/paper-reader.ts'

type Connection = { db: Db; engine: Engine }

/** What is read of the corpus as a whole, which is asked of the start of every process. */
type CorpusReader = Pick<PrivateReader, 'revision' | 'secret'>

/** What the reads of the corpus API need, which are the first answers of a server. */
export const firstReaders = ({ db, engine }: Connection) =>
  ({
    papers: publicPaperReader(db, engine),
    changes: changeReader(db),
    stats: statsReader(db),
  }) satisfies Partial<PublicReader>

/** What `openPublicReader` opens. All but the first readers are loaded together, with the first use of one of them. */
export const publicReaderOnDemand = ({ db, engine }: Connection): PublicReader =>
  onDemand<PublicReader>(firstReaders({ db, engine }), async () =>
    (await import('./open-public-reader.ts')).openPublicReader(db, engine),
  )

/** What `openPrivateReader` opens, in the same way; every start asks whether there are keys and editors. */
export const privateReaderOnDemand = ({ db, engine, corpus }: Connection & { corpus: CorpusReader }): PrivateReader => {
  const first = firstReaders({ db, engine })
  return onDemand<PrivateReader>(
    {
      ...corpus,
      ...first,
      papers: { ...first.papers, ...privatePaperReader(db) },
      keys: keyReader(db),
      editors: editorReader(db),
    },
    async () => (await import('./open-private-reader.ts')).openPrivateReader(db, engine),
  )
}
