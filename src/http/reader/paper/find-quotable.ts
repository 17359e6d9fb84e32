import type { PaperWithText } from '#core/papers/paper.ts'
import { chooseQuotableInSteps, isConcluding, type Quotable } from '#core/passages/quotable.ts'
import { isInlineText, type PlacedPassage, placedSections, textPartsInSteps } from '#core/passages/text-parts.ts'
import type { SectionedText } from '#core/text/split-sections.ts'
import type { Store } from '#ports/store/store.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { EarlierVersion } from './public-paper.ts'

/** Parts of a long text that are read: its beginning, and where it says what was found. */
const MAX_PARTS = 3

type TextVersion = { paper: PaperWithText; earlier: EarlierVersion | null; text: SectionedText | null }

/** The passages of a long text are stored for its current version only; to cut those of an earlier one takes too long. */
export const findQuotable = async (
  { store }: { store: Store },
  { paper, earlier, text }: TextVersion,
): Promise<Quotable<PlacedPassage>[]> => {
  if (text === null || paper.fullText === null) return []
  if (isInlineText(paper.fullText)) return doInTurns(chooseQuotableInSteps(paper, placedSections(text)))
  if (earlier !== null) return []
  const parts = await doInTurns(textPartsInSteps(text))
  const concluding = parts.flatMap((part, index) => (part.some(isConcluding) ? [index + 1] : []))
  const numbers = [...new Set([1, ...concluding])].slice(0, MAX_PARTS)
  const { passages } = store.public
  const read = await Promise.all(
    numbers.map(async (part) => (await passages.listByPart(paper.id, part)).map((passage) => ({ ...passage, part }))),
  )
  const bySection = Map.groupBy(read.flat(), ({ place }) => (place.source === 'fullText' ? place.section : 0))
  const sections = text.sections.flatMap(({ number, title }) => {
    const found = bySection.get(number)
    return found === undefined ? [] : [{ title, passages: found }]
  })
  return doInTurns(chooseQuotableInSteps(paper, sections))
}
