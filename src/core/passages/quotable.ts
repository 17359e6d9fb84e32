import type { Paper } from '#core/papers/paper.ts'
import { extractKeywords } from '#core/search/related-papers.ts'
import { doSteps, type Steps } from '#core/steps.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { Passage } from './anchor.ts'
import { splitSentences } from './cut-passages.ts'

/**
 * Chooses the sentences of a text that are worth quoting: whole ones that can be understood alone and say what was found. Fixed
 * rules, so the same text always has the same ones; a text in which none passes has none.
 */

/** A section of a text and its passages, or those of them that are examined. */
export type QuotableSection<P extends Passage = Passage> = { title: string | null; passages: readonly P[] }

/** A sentence as it is shown and copied, and the passage that contains it. */
export type Quotable<P extends Passage = Passage> = { text: string; title: string | null; passage: P }

/** More of a text is not examined. */
const MAX_EXAMINED_CHARACTERS = 60_000
const MIN_QUOTES = 2
const MAX_QUOTES = 3
const [MIN_WORDS, USUAL_WORDS, MAX_WORDS] = [10, 22, 42]
const MAX_LENGTH = 320
/** A sentence with a lower score is not worth it. */
const MIN_SCORE = 1.8
/** Sentences that share more of their words say the same. */
const MAX_SHARED_WORDS = 0.5

/** Sections about other things than the work itself. */
const PASSED_OVER =
  /\b(?:references|bibliography|acknowledge?ments?|appendix|supplementary|related work|background|preliminaries|notation|contents|author contributions|funding|ethics|broader impact|licen[cs]e)\b/iu
/** Sections that say what was found. */
const CONCLUDING = /\b(?:conclu\w*|discussion|results?|findings|limitations?|lessons|evidence|analysis|takeaways?)\b/iu

/** Whether a section says what was found. */
export const isConcluding = ({ title }: { title: string | null }): boolean => title !== null && CONCLUDING.test(title)

/** Sentences that lean on the one before them, or on a picture. */
const LEANING =
  /^(?:["“(]\s*)?(?:this|these|those|that|it|its|they|their|them|he|she|such|however|but|and|or|so|thus|hence|also|therefore|moreover|furthermore|then|here|there|both|another|others?|similarly|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|additionally|consequently|instead|otherwise|accordingly|specifically|note|see|for (?:example|instance)|in (?:this|contrast|addition|particular|other words)|on the other|as a result|to (?:this|that) end|as (?:shown|described|discussed)|figure|fig|table|section|equation|algorithm|appendix|after that|the (?:latter|former|above|following|second|third|remaining|other)(?!\p{L})|\p{L}+ly,)/iu
/** Marks of formulas, tables, links, lists and notes. */
const NO_PROSE =
  /[\\$=<>|{}[\]^~#@•∑∏∫√≤≥→←]|https?:|\bet al\b|\bp\d{1,15}\b|\b(?:fig|figure|table|section|eq|equation|appendix)\.? ?\(?\d/iu
const LIST_ITEM = /^(?:[-+*>#|]|\d{1,3}[.)])\s/u
const WHOLE = /^["“'(]?[\p{Lu}\p{Lo}].*[.!。！]["”'’)]?$/su
const BROKEN_WORD = /\p{L}-\s+\p{Ll}/u

const FINDING =
  /\b(?:find|finds|found|shows?|showed|shown|demonstrates?|demonstrated|reveals?|revealed|suggests?|outperforms?|outperformed|improves?|improved|reduces?|reduced|increases?|increased|fails?|failed|results?|evidence|concludes?|because|never|cannot|only|most|least|half|twice|fewer|worse|better|depends?|requires?|matters?|limits?|costs?|rarely|always|without|until|unless|once|more than|less than|at least|at most)\b/giu
const CONTRAST =
  /\b(?:rather than|instead of|not only|but not|although|though|even when|even if|while|whereas|yet|but|nor)\b|;/iu
const PLANNING =
  /\b(?:in this (?:paper|section|work|note|study)|we (?:propose|present|describe|introduce|review|discuss|will|use|define|consider)|organi[sz]ed as|remainder of|future work|et cetera)\b/iu
/** What others did, or did not. */
const BACKGROUND =
  /\b(?:recent|prior|existing|previous|current|earlier) (?:work|efforts?|approaches|methods|studies|systems|benchmarks|research|advances)\b|\b(?:remains? (?:limited|unclear|unexplored|open)|have been studied|promising|poorly understood)\b/iu
const SHARE = /\d\s?(?:%|percent|per cent|x\b|times\b|points?\b)/iu

const MAX_FINDINGS = 3
const MAX_KEYWORDS_COUNTED = 3

/** Emphasis is markup, and line ends are not part of a sentence. */
const plainSentence = (sentence: string): string =>
  sentence
    .replaceAll(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const isBalanced = (text: string): boolean =>
  text.split('(').length === text.split(')').length &&
  text.split('“').length === text.split('”').length &&
  text.split('"').length % 2 === 1

const standsAlone = (sentence: string, words: number): boolean =>
  words >= MIN_WORDS &&
  words <= MAX_WORDS &&
  sentence.length <= MAX_LENGTH &&
  WHOLE.test(sentence) &&
  !LEANING.test(sentence) &&
  !NO_PROSE.test(sentence) &&
  !BROKEN_WORD.test(sentence) &&
  isBalanced(sentence)

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token)))

type Subject = { keywords: ReadonlySet<string> }

/** How much a sentence that stands alone says; null for one that says nothing found. */
const scoreOf = (
  sentence: string,
  words: ReadonlySet<string>,
  { keywords, title }: Subject & { title: string | null },
) => {
  const findings = Math.min(MAX_FINDINGS, sentence.match(FINDING)?.length ?? 0)
  const number = SHARE.test(sentence) ? 1.5 : /\d/u.test(sentence) ? 0.5 : 0
  const contrast = CONTRAST.test(sentence) ? 0.8 : 0
  if (findings + number + contrast === 0) return null
  const shared = [...words].filter((word) => keywords.has(word)).length
  const place = isConcluding({ title }) ? 1 : 0
  const length = Math.abs(sentence.split(' ').length - USUAL_WORDS) / 15
  const aside = PLANNING.test(sentence) || BACKGROUND.test(sentence) ? 2 : 0
  return 0.8 * findings + number + contrast + 0.6 * Math.min(MAX_KEYWORDS_COUNTED, shared) + place - length - aside
}

type Candidate<P extends Passage> = Quotable<P> & { score: number; words: ReadonlySet<string>; order: number }

const saysTheSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].filter((word) => other.has(word)).length > MAX_SHARED_WORDS * Math.min(one.size, other.size)

/** The sentences of a passage in its section that are candidates. */
const candidatesOf = <P extends Passage>(
  passage: P,
  title: string | null,
  subject: Subject,
): Omit<Candidate<P>, 'order'>[] =>
  splitSentences(passage.text).flatMap(({ start, end, words: count }) => {
    const source = passage.text.slice(start, end).trim()
    if (LIST_ITEM.test(source)) return []
    const text = plainSentence(source)
    if (!standsAlone(text, count)) return []
    const words = wordsOf(text)
    const score = scoreOf(text, words, { ...subject, title })
    return score === null || score < MIN_SCORE ? [] : [{ text, title, passage, score, words }]
  })

/** The candidates of a text. A passage may take half a millisecond. */
function* candidatesInSteps<P extends Passage>(
  sections: readonly QuotableSection<P>[],
  subject: Subject,
  said: string,
): Steps<Candidate<P>[]> {
  const candidates: Candidate<P>[] = []
  let examined = 0
  for (const { title, passages } of sections) {
    if (title !== null && PASSED_OVER.test(title)) continue
    for (const passage of passages) {
      examined += passage.text.length
      if (examined > MAX_EXAMINED_CHARACTERS) return candidates
      for (const found of candidatesOf(passage, title, subject))
        if (!said.includes(found.text)) candidates.push({ ...found, order: candidates.length })
      yield
    }
  }
  return candidates
}

/** Two or three sentences in the order of the text; none if fewer are worth quoting. */
export function* chooseQuotableInSteps<P extends Passage>(
  { title, abstract }: Pick<Paper, 'title' | 'abstract'>,
  sections: readonly QuotableSection<P>[],
): Steps<Quotable<P>[]> {
  const subject = { keywords: new Set(extractKeywords({ title, abstract }).map(({ token }) => token)) }
  const said = (abstract ?? '').replaceAll(/\s+/gu, ' ')
  const candidates = yield* candidatesInSteps(sections, subject, said)
  const chosen: Candidate<P>[] = []
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score || one.order - other.order)) {
    if (chosen.length === MAX_QUOTES) break
    if (chosen.some(({ passage, words }) => passage === candidate.passage || saysTheSame(words, candidate.words)))
      continue
    chosen.push(candidate)
  }
  if (chosen.length < MIN_QUOTES) return []
  return chosen
    .toSorted((one, other) => one.order - other.order)
    .map(({ text, title: heading, passage }) => ({ text, title: heading, passage }))
}

export const chooseQuotable = <P extends Passage>(
  paper: Pick<Paper, 'title' | 'abstract'>,
  sections: readonly QuotableSection<P>[],
): Quotable<P>[] => doSteps(chooseQuotableInSteps(paper, sections))
