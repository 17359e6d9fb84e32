import { stem, tokenize } from '#core/text/tokenize.ts'
import { editDistance } from '#core/text/edit-distance.ts'

/** Bounds for each cache. A work is compared with many others in succession, so parsed texts are cached. */
const MAX_CACHED = 2_000
const MAX_CACHED_CHARACTERS = 200_000

/** Caches the results of a function of one text. Callers share a result, so they must not change it. */
export const memoize = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const made = new Map<string, Made>()
  let characters = 0
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    characters += text.length
    if (made.size >= MAX_CACHED || characters > MAX_CACHED_CHARACTERS) {
      made.clear()
      characters = text.length
    }
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}

/** TeX commands for formatting. */
const FORMATTING =
  /\\(?:text(?:it|bf|rm|sf|tt|sc|up)?|emph|math(?:rm|bf|it|sf|tt|cal|bb|frak|scr)|boldsymbol|ensuremath|mbox|rm|it|bf|sc|left|right)(?![A-Za-z])/giu
/** TeX commands for symbols without letters. */
const SYMBOLS = /\\(?:times|cdot|to|rightarrow|leftrightarrow|sqrt|leq?|geq?|sim|approx|l?dots|pm)(?![A-Za-z])/gu
const ACCENTS = /\\(?:["'`^~=.]|[cdbHkrtuv](?![A-Za-z]))/gu
const SIGNS = /[\\{}$^_]/gu

/** The plain letters of TeX source, without accents. */
export const withoutTex = (text: string): string => {
  const plain = text.includes('\\')
    ? text.replaceAll(FORMATTING, ' ').replaceAll(SYMBOLS, ' ').replaceAll(ACCENTS, '')
    : text
  return plain.replaceAll(SIGNS, '')
}

const GREEK: Record<string, string> = Object.fromEntries(
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau φ phi χ chi ψ psi ω omega'
    .split(' ')
    .map((word, index, all): [string, string] => [word, all[index + 1] ?? ''])
    .filter((_, index) => index % 2 === 0),
)

/** Words that often change between a preprint and its publication. */
const STOP_WORDS = new Set(
  'a an the of on for in to and or with via by from at towards toward using is are as into'.split(' '),
)

/** Abbreviations that are often written out. */
const ABBREVIATIONS: [RegExp, string][] = [
  [/\bMLLMs?\b/giu, 'multimodal large language model'],
  [/\bVLMs?\b/giu, 'vision language model'],
  [/\bLLMs?\b/giu, 'large language model'],
  [/\bLMs?\b/giu, 'language model'],
  [/\bRL\b/giu, 'reinforcement learning'],
  [/\bAI\b/giu, 'artificial intelligence'],
]

const HAS_ABBREVIATION = /\b(?:M?LLMs?|VLMs?|LMs?|RL|AI)\b/iu

const expandAbbreviations = (title: string): string =>
  HAS_ABBREVIATION.test(title)
    ? ABBREVIATIONS.reduce((text, [short, long]) => text.replaceAll(short, long), title)
    : title

/** Inline elements of HTML, MathML and JATS, and character references. */
const MARKUP = /<\/?(?:i|b|u|em|strong|su[bp]|scp|tt|span|(?:mml|jats):[a-z]+)(?:\s[^<>]*)?>/giu
const REFERENCES = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,5});/giu

/** What publishers or preprint servers add before or after a title. */
const PREFIX = /^\W*(?:retracted(?:\s+(?:article|paper|chapter))?|withdrawn|preprint)\W*[:\])–—-]\s*/iu
const SUFFIX =
  /\s*[([](?:extended version|full version|long version|short version|preprint|technical report|author['’]?s? (?:version|manuscript)|accepted manuscript|version \d+;[^)\]]*)[)\]]\W*$/iu

const PLAIN = /^[\u0020-\u007e]*$/u

const withoutMarkup = (title: string): string =>
  /[<&]/u.test(title) ? title.replaceAll(MARKUP, '').replaceAll(REFERENCES, ' ') : title

/** The title without TeX, markup, prefix and suffix. */
export const bareTitle = memoize((title) => {
  const text = withoutTex(withoutMarkup(title))
  return (PLAIN.test(text) ? text : text.normalize('NFKC')).replace(PREFIX, '').replace(SUFFIX, '')
})

const plainTitle = (title: string): string => {
  const text = expandAbbreviations(bareTitle(title))
  if (PLAIN.test(text)) return text
  return text.replaceAll(/[αβγδεζηθκλμνξπρστφχψω]/giu, (letter) => GREEK[letter.toLowerCase()] ?? letter)
}

/** `letters` are folded; `isName`: has capitals after the first letter, as in BERT or LLaMA. */
export type TitleWord = { letters: string; stem: string; isStopWord: boolean; isName: boolean }

type ParsedTitle = { words: readonly TitleWord[]; splits: readonly (readonly [TitleWord[], TitleWord[]])[] }

const CAPITAL_WITHIN = /^\P{L}*\p{L}.*\p{Lu}/u
/** Possible separators of title and subtitle, including careless ones. */
const SEPARATORS = /\s*:\s*|\s+[-–—|]+\s+|\s*—\s*|[?!.;]\s+/gu
const MAX_SEPARATORS = 4

const separatorsIn = (text: string): { from: number; to: number }[] =>
  [...text.matchAll(SEPARATORS)]
    .slice(0, MAX_SEPARATORS)
    .map(({ 0: sign, index }) => ({ from: index, to: index + sign.length }))

const parseTitle = memoize((title): ParsedTitle => {
  const text = plainTitle(title)
  const isInCapitals = text === text.toUpperCase()
  const found = tokenize(text, false).flatMap(({ parts }) => parts)
  const words = found.map(({ token, start, end }) => ({
    letters: token,
    stem: stem(token),
    isStopWord: STOP_WORDS.has(token),
    isName: !isInCapitals && CAPITAL_WITHIN.test(text.slice(start, end)),
  }))
  const cuts = separatorsIn(text).map(({ to }): [TitleWord[], TitleWord[]] => {
    const at = found.findIndex(({ start }) => start >= to)
    return at === -1 ? [words, []] : [words.slice(0, at), words.slice(at)]
  })
  return { words, splits: cuts.filter((cut) => cut.every((part) => part.length > 0)) }
})

export const titleWords = (title: string): readonly TitleWord[] => parseTitle(title).words

/** The words of a title, split in two at each place where a subtitle may begin. */
export const titleSplits = (title: string): ParsedTitle['splits'] => parseTitle(title).splits

/** The texts before and after each place where a subtitle may begin. */
export const titlePieces = (title: string): string[] => {
  const text = bareTitle(title)
  return separatorsIn(text).flatMap(({ from, to }) => [text.slice(0, from), text.slice(to)])
}

/** The words that are not stop words, or all words if there are no others. */
export const significantWords = (words: readonly TitleWord[]): readonly TitleWord[] => {
  const significant = words.filter(({ isStopWord }) => !isStopWord)
  return significant.length === 0 ? words : significant
}

export const significantStems = (words: readonly TitleWord[]): string[] =>
  significantWords(words).map((word) => word.stem)

/** Separates title and subtitle. */
const SEPARATOR = /:\s|\s[-–—]+\s|—|\?\s|\.\s(?=\p{Lu})/u
/** Title and subtitle, which may be null. */
export const titleParts = (title: string): [string, string | null] => {
  const found = SEPARATOR.exec(title)
  if (found === null) return [title, null]
  const rest = title.slice(found.index + found[0].length).trim()
  return rest === '' ? [title, null] : [title.slice(0, found.index), rest]
}

/**
 * Short words within one letter of another word, so that neither counts as a typo of the other: text and test, word and world.
 */
const SHORT_WORDS = new Set(
  `able acid acids across act actor acts adapt add adds adopt adp after age aged ageing ages aging ago ahead aid aids
  aim aims air ala all alone along als also alter among angel angle any app apple apply arc area arise arises arm arms
  around art asia asian ask ate atopic audio audit away axes axis back bad band bank bar basal base based basel bases
  basic basis batch beam bean beans beats beef been began begin begun being best beta bias biased biases bile bind bit
  bits black blacks blast blend blind block bone born bound bow box brain bran bread break bring broad brown bug build
  built but call calls can cap card care case cases cat cause causes cell cells center chart chat chd chi cis class
  clean clear clock close clues code coded codes cold coli colon color com come comes comet con cone cones cope core
  corn cost costs could cover cow cox crops cross crp cues cup cups cure curve cut cvd daily dairy data date day days
  dead deal deals dealt death decay deep delay dense depth derive dha diary did died diet disc disk dna does dog done
  dose doses down drag draw drawn dried drive drops drug drum dry dual each early ease easy eat edge edit egg eight
  emerge end ends enter epa era eta etc even event ever every exert exist exit expert face faced faces fact factor
  facts faecal fail fails fair fall falls far farm farms fast fat fatal fats favor fecal feces fed feed fell felt
  fetal fever few fewer fiber fibre field file files fill find finds fine fit five fixed fixes flame flat flavor
  flight flow fmd fold food foot form forms found four frame frap free fried full fully gain gains game games gap gaps
  gas gases gate gates gave gel get git give given gives glass gold good gpt grade grain grains grape graph great
  gross ground grow grown grows gui gut had hair hand hard harm harms has hash have hdl head heart heat heats height
  held help heme here hip his hit hoc hold homa home hope host hot hour how hrs hub idea ideal ideas ige igf igg ill
  imply india infer inner inter ion iron issue item items its jet jets joint just keep kind kinds know known lack
  lacks lag large last late later latter law layer ldl lead leads leak lean learn least led left lens less let lets
  lie lies life lift lifts light like line lines link links list lists live liver lives load loads log logs long longa
  look loop lose loss lost low lower lung mach macro made main make makes male males man many map maps march mask mass
  match math max may mcf mcp meal meals mean means meat meats media meet mehg men mental mere merge met meta metal
  metals mice micro mid might mild milk min mind mini miss mix mixed mmhg mmol modal mode model models modes mol month
  mood moral more most mother motor mouth move moved moves mrna mrsa mtor mtorc much must naive name named names
  native nct near nearly need needs nerve net never new newer next night nine nmol node nodes noise noisy non none nor
  norms north nose not note noted notes now null num nut oat odds oil older olive once one ones onto orac oral orange
  order ors other our out outer over overt owing own page pages paging pahs paid pain pair par parse part pass past
  patch path paths pcb pcr peak peer per pet phip pilot pitch pitot place plan plane planes plans plant plants plate
  play plays plot plug plus pmol point pool poor pork pose posed poses post posts powder power pre price prime prior
  prize pro probe prone prove ptrend pull pure put quite race rag raise raises range rank rare rat rate rated rates
  rats raw rcts reach react read reads ready real rear red ref renal rest rice rich right ring rise rises risk risks
  risky rna robot robots role roles roll room root roots ros rose round route router row rrs rule rules run safe safer
  sales salts same say sbp scale scales scan scans scope score sec see seed seeds seek seeks seems seen sem semen semi
  sense sera serve set sets seven sex shape share sharp shed sheet shock short show shown shows side sides sim simply
  site sites situ six size sizes skill sleep slight slope slow slower small smart snack soft soil sold sole solid
  solve some sort sound south soy space span spans sparse speed speeds spend spent spice spite spp stable stack stage
  stale stall start state stay stem stems step steps still stock stone stool stop store story strain style sub such
  suite sum sun swe sweep sweet swept swine table tag tail take taken takes tape task taste tau tea team teams ten
  tend tends tens term terms test tests text texts than that them then there these they thick thin think this those
  threat three thrust thus tight tip tissue token too tool top topic toxic toxin trace track tract trade trail train
  trains trait trans trap treat tree trend trends trial trip true trust tumor tumour twin two type typed types unify
  unit units unity usa use used user users uses van vary vast vegan very viral vital von wake wall walls war was waste
  water wave way ways weak web wedge week weeks weight well were wet what wheat when where while white who whole whose
  why wide wider width wild will win wind wine wing woman women word words work works world worlds worse worst worth
  would wound write yaw year yeast yet yield york you your zone`.split(/\s+/u),
)

/** Pairs of words that differ in one or two letters but are different words. */
const DISTINCT_PAIRS = new Set(
  `action auction, amoral moral, across cross, adapt adopt, adaption adoption, affect effect, affective effective, assess assets, cause clause, causal casual, competition composition,
  conference confidence, cooperation corporation, detection deletion, election selection, evaluation valuation, emotion motion,
  expansion extension, intergroup intragroup, interspecies intraspecies, perspective prospective, preference presence, reflection refraction,
  cognitive cognition, collision collusion, compete compute, concept conceit, consent content, content context, content contend,
  contract contact, contract contrast, convention convection, convert covert, corporation cooperation, curation duration,
  decide decode, deduction reduction, defect detect, derive drive, device devise, diverge diverse, emergence emergency,
  expect expert, expensive extensive, extension intension, extend extent, formal format, formal normal, formalization normalization,
  formative normative, function junction, generic genetic, indexing inducing, injection infection, intention invention,
  internal interval, latent patent, latent latest, massive passive, matching patching, mature nature, mediation medication,
  mental metal, mining mixing, moral mortal, naive native, neural neutral, oncology ontology, optical optimal, parsing passing,
  perception reception, persona personal, policy police, premise promise, probing proving, project protect, projection protection,
  promoting prompting, proper prover, rational national, reading leading, reply replay, remain retain, retaining retraining,
  routing routine, sample simple, scoping scoring, scoring storing, sector vector, sensor tensor, sensor senior, simulate stimulate,
  simulation stimulation, stage state, string strong, threat treat, tracing tracking, tracing trading, trail trial, tuning turing,
  tuning turning, waiting writing, word world, universe university`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/u).map(stem).toSorted().join(' ')),
)

const areDistinctWords = (one: TitleWord, other: TitleWord): boolean =>
  DISTINCT_PAIRS.has([one.stem, other.stem].toSorted().join(' '))

const firstDifference = (one: string, other: string): number => {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

const DIFFERENT = Number.POSITIVE_INFINITY

type Typo = { kind: 'swapped' | 'doubled' | 'replaced' | 'left out'; at: number }

/** The typo between words at optimal string alignment distance 1; null for any others. */
const typoBetween = (one: string, other: string): Typo | null => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length > short.length + 1) return null
  const at = firstDifference(short, long)
  if (short.length === long.length) {
    if (short.slice(at + 1) === long.slice(at + 1)) return { kind: 'replaced', at }
    const isSwapped =
      short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
    return isSwapped ? { kind: 'swapped', at } : null
  }
  if (long.length !== short.length + 1 || long.slice(at + 1) !== short.slice(at)) return null
  return { kind: long[at] === long[at - 1] ? 'doubled' : 'left out', at }
}

/** Shorter unknown words are assumed to be different names. */
const FEWEST_LETTERS = 4
/** Names of systems often differ in one letter on purpose: BERT and BART, LLaMA and LLaVA. */
const FEWEST_LETTERS_OF_NAME = 6
const FEWEST_LETTERS_OF_STOP_WORD = 3
/** Long enough to be recognizable with two typos. */
const FEWEST_LETTERS_FOR_TWO = 9
const FEWEST_LETTERS_OF_NEGATED = 6
const NEGATIONS = new Set(['no', 'not', 'non', 'nor'])

/** A leading a may negate a word: typical and atypical. */
const isNegated = (typo: Typo, longer: string): boolean =>
  typo.kind === 'left out' && typo.at === 0 && longer.length > FEWEST_LETTERS_OF_NEGATED && longer.startsWith('a')

const areKnown = (one: string, other: string): boolean => SHORT_WORDS.has(one) && SHORT_WORDS.has(other)

/** Whether two long words with the same first letter differ in at most two typos. */
const areTwoTypos = (one: string, other: string): boolean => {
  if (Math.min(one.length, other.length) < FEWEST_LETTERS_FOR_TWO - 1 || one[0] !== other[0]) return false
  return Math.max(one.length, other.length) >= FEWEST_LETTERS_FOR_TWO && editDistance(one, other, 2) <= 2
}

/** The number of typos between two spellings of a word; infinite for different words. */
export const typosBetween = (one: TitleWord, other: TitleWord): number => {
  const [a, b] = [one.letters, other.letters]
  const typo = typoBetween(a, b)
  if (typo === null && !areTwoTypos(a, b)) return DIFFERENT
  if (/\d/u.test(a + b) || NEGATIONS.has(a) || NEGATIONS.has(b) || areDistinctWords(one, other)) return DIFFERENT
  if (typo === null) return 2
  const longer = a.length > b.length ? a : b
  if (one.isStopWord !== other.isStopWord) return longer.length >= FEWEST_LETTERS_OF_STOP_WORD ? 0 : DIFFERENT
  const fewest = one.isName && other.isName ? FEWEST_LETTERS_OF_NAME : FEWEST_LETTERS
  return longer.length < fewest || isNegated(typo, longer) || areKnown(a, b) ? DIFFERENT : 1
}
