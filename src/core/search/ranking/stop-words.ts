import { tokenize } from '#core/text/tokenize.ts'

const stems = (words: string): ReadonlySet<string> =>
  new Set(tokenize(words).flatMap(({ parts }) => parts.map(({ token }) => token)))

/** Function words: they count only in a query without other words. */
export const STOP_WORDS = stems(
  `a an the of in on at to for from by with without into onto over under about above below between among through during
  before after since until as than then so such and or not no nor but if whether while because although though however
  therefore thus hence is are was were be been being am do does did doing done have has had having can could may might
  must shall should will would i me my mine we us our you your he she it its they them their this that these those there
  here one ones some any each every all both either neither other another same own what which who whom whose when where
  why how s t d ll re ve m don doesn didn isn aren wasn weren won cannot very too also just only even more most much many
  less least few several rather quite still yet already again ever never always often i.e etc via per vs out off up down`,
)

/** Words that frame a question: they count little. */
const FRAMING = stems(
  `article paper publication report literature information discuss discussion describe description deal interested
  interest interesting find finding show tell give given like know want need please related relate relating concern
  concerned available exist existing possible anyone anybody people use used uses using useful make makes made way thing
  good better best work really get look looking see say take new recent currently actually mean question problem present
  presented far solved various different type kind especially particular particularly specific general include including
  aspect associated applicable obtain obtained`,
)

/**
 * Words with which researchers open a question: “are there studies that explore …”. Elsewhere they carry meaning, as in
 * “exploration of an unknown field”.
 */
const OPENING = stems(
  `study studies research researcher author work works method approach technique propose introduce address investigate
  investigation examine explore tackle challenge focus topic area field first point suggest recommend reference help
  mention cite try attempt seek aim provide demonstrate recently novel existing example prior previous earlier apply
  develop analyze analyse evaluate consider`,
)

const FRAMING_WEIGHT = 0.1

/** The weight of a word by itself: 0 for function words, low for framing, 1 for content. */
export const wordWeight = (token: string): number =>
  STOP_WORDS.has(token) ? 0 : FRAMING.has(token) ? FRAMING_WEIGHT : 1

/** The weights of words in context: in the opening of a question, words of research also count little. */
export const wordWeights = (tokens: readonly string[]): number[] => {
  const weights = tokens.map(wordWeight)
  // A query that begins with a content word is a list of terms, without an opening.
  if (weights[0] === 1) return weights
  const begin = tokens.findIndex((token, index) => weights[index] === 1 && !OPENING.has(token))
  return weights.map((weight, index) => (index < begin ? Math.min(weight, FRAMING_WEIGHT) : weight))
}
