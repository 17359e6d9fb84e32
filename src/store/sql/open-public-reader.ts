import type { PublicReader } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { publicBriefReader } from './editorial/briefs.ts'
import { chapterReader } from './editorial/chapters.ts'
import { publicConceptReader } from './editorial/concept-reader.ts'
import { publicGapReader } from './editorial/gaps.ts'
import { renderingReader } from './renderings/kept-renderings.ts'
import { renderedTextReader } from './renderings/kept-parts.ts'
import { relatedReader } from './editorial/related-reader.ts'
import type { Engine } from './engine/engine.ts'
import { changeReader } from './changes/change-reader.ts'
import { feedReader } from './feeds/feed-reader.ts'
import { harvestReader } from './feeds/harvest-reader.ts'
import { plotReader } from './facets/plots.ts'
import { statsReader } from './facets/stats.ts'
import { publicFileReader } from './files/held-files.ts'
import { publicPaperReader } from './papers/paper-reader.ts'
import { sitemapReader } from './papers/sitemap-reader.ts'
import { passageReader } from './passages/passage-reader.ts'
import { referenceReader } from './references/reference-reader.ts'
import { rankingReader } from './ranking/ranking-reader.ts'
import { libraryReader } from './search/library-reader.ts'

/** What any visitor may see, over any connection of either engine. */
export const openPublicReader = (db: Db, engine: Engine): PublicReader => ({
  papers: publicPaperReader(db, engine),
  library: libraryReader(db, engine),
  ranking: rankingReader(db, engine),
  passages: passageReader(db, engine),
  references: referenceReader(db),
  chapters: chapterReader(db),
  concepts: publicConceptReader(db),
  gaps: publicGapReader(db),
  briefs: publicBriefReader(db),
  related: relatedReader(db, engine),
  renderings: renderingReader(db),
  renderedTexts: renderedTextReader(db),
  stats: statsReader(db),
  plots: plotReader(db),
  sitemap: sitemapReader(db),
  changes: changeReader(db),
  feeds: feedReader(db, engine),
  harvest: harvestReader(db),
  files: publicFileReader(db),
})
