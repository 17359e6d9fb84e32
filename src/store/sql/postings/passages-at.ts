import { findShortPassage } from '#core/passages/anchor.ts'
import type { PlacedPassage } from '#core/passages/text-parts.ts'
import type { PassageAt, PlaceInPaper } from '#ports/store/ranking.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedWith } from '#store/sql/engine/engine.ts'
import { placedPassage } from './segments.ts'

type FullTextPlace = { paperSeq: number; section: number; number: number }

const placeKey = ({ paperSeq, section, number }: FullTextPlace): string => `${paperSeq} ${section}.${number}`

/** The passages of full texts at these places. */
const findInFullTexts = async (db: Db, places: readonly FullTextPlace[]): Promise<Map<string, PlacedPassage>> => {
  if (places.length === 0) return new Map()
  const rows = await db
    .selectFrom('passages')
    .selectAll()
    .where((eb) =>
      eb.or(
        paddedWith(places[0] ?? { paperSeq: 0, section: 0, number: 0 }, places).map(({ paperSeq, section, number }) =>
          eb.and([eb('paper_seq', '=', paperSeq), eb('section', '=', section), eb('number', '=', number)]),
        ),
      ),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      placeKey({ paperSeq: row.paper_seq, section: row.section, number: row.number }),
      placedPassage(row),
    ]),
  )
}

/** The passages at places of papers whose rows were read; those that do not exist are left out. */
export const passagesAt = async <At extends PlaceInPaper>(
  db: Db,
  papers: ReadonlyMap<number, PaperRow>,
  places: readonly At[],
): Promise<{ at: At; row: PaperRow; passage: PassageAt['passage'] }[]> => {
  const inTexts = await findInFullTexts(
    db,
    places.flatMap(({ paperSeq, place }) =>
      place.source === 'fullText' ? [{ paperSeq, section: place.section, number: place.number }] : [],
    ),
  )
  return places.flatMap((at) => {
    const { paperSeq, place } = at
    const row = papers.get(paperSeq)
    if (row === undefined) return []
    const passage =
      place.source === 'fullText'
        ? inTexts.get(placeKey({ paperSeq, section: place.section, number: place.number }))
        : findShortPassage(row, place)
    return passage === undefined || passage === null ? [] : [{ at, row, passage }]
  })
}
