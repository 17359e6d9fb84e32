import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { ourTexts, type Finding } from './our-texts.ts'

/** Where a source says so, for words that claim a cause, a motive, a quantity or a rank. */
export type SourcedWords = { place: string; words: string; source: string }

/** A cause, a motive, and words that say how many or which first. “A few”, “at most” and “mostly” claim less. */
const CLAIMS =
  /\b(?:which explains|explains why|which is why|that is why|the reasons? (?:for|why)|due to|thanks to|owing to|wanted to|hoped to|exactly|precisely|(?<!\ba )few|(?<!\bat )most|the first)\b/giu

/** Such words stand only where `sourced-words.jsonl` says what they rest on. Summaries report their source, and are exempt. */
export const checkClaims = (corpus: StarterCorpus, sourced: readonly SourcedWords[]): Finding[] =>
  ourTexts(corpus)
    .filter(({ own, place }) => own === null && !place.endsWith(' note'))
    .flatMap(({ place, text }) =>
      [...text.matchAll(CLAIMS)]
        .map(([words]) => words.toLowerCase())
        .filter((words) => !sourced.some((one) => one.place === place && one.words === words))
        .map((words) => ({ place, message: `says “${words}” without a source for it` })),
    )
