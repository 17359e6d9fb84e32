import { STOP_WORDS } from '#core/search/ranking/stop-words.ts'
import { stem } from '#core/text/tokenize.ts'

/**
 * Frequent words of languages other than English, which are neither words of English nor parts of names (van, der, la).
 */
const functionWords: Readonly<Record<string, string>> = {
  German: `und oder nicht auch aber wenn wie für über unter zwischen durch gegen ohne sind wird werden wurde können kann
    haben hatte eine einen einem einer eines ein dem dass welche welcher welches warum wann wer sich noch nur mehr sehr nach
    beim zum zur vom aus bei mit auf viele alle diese dieser dieses ihre ihren ihrer gibt es`,
  French: `est sont était être avoir dans avec sans pour sur sous entre mais donc comme plus très aussi leur leurs cette ces
    cet quels quelles quelle quel comment pourquoi quand où qui des une aux du ont peut peuvent fait il elle nous vous`,
  Spanish: `y o pero como cómo qué cuál cuáles cuándo dónde quién por para según entre sobre desde hasta hacia son está están
    ser fue han puede pueden hay una unos unas del al más muy también sus este esta estos estas ese eso porque los las`,
  Portuguese: `não são está estão como quais qual quando onde quem porque pelo pela pelos pelas uma umas uns dos das nos nas
    mas mais muito também seus suas este esta isso para por sobre entre até desde foi ser podem pode há`,
  Italian: `che come quali quale quando dove perché sono è essere della delle degli dello dei nella nelle negli nel sul sulla
    gli una uno per tra fra ma anche più molto questo questa questi queste possono può hanno ha non`,
  Dutch: `het een en niet ook maar hoe waarom wanneer welke wie voor met zonder tussen onder over naar zijn wordt worden werd
    kunnen kan hebben heeft dit deze dat die meer veel bij uit om te`,
}

/** Words that would speak for English, an abbreviation or a name as well. */
const AMBIGUOUS = new Set(
  `aus bei che dat dem du han mit non uma zur es ein il o y al del los las dos das die dit kan om te en over per tra para has ha hay son fue ser est sur plus met ma nos
  mas more uns ces fra`.split(/\s+/u),
)

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(functionWords))
  for (const word of words.split(/\s+/u))
    if (!AMBIGUOUS.has(word)) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])

/** Languages that have a script of their own, and scripts that several share. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Greek}{2,}/gu, 'Greek'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Thai}/gu, 'Thai'],
  [/\p{Script=Cyrillic}/gu, 'Cyrillic script'],
  [/\p{Script=Arabic}/gu, 'Arabic script'],
  [/\p{Script=Devanagari}/gu, 'Devanagari script'],
]

const WORD = /[\p{L}\p{M}]+/gu

const byScript = (text: string): string | null => {
  const letters = (text.match(/\p{L}/gu) ?? []).length
  for (const [form, name] of scripts) {
    const own = (text.match(form) ?? []).join('').length
    // Japanese mixes its letters with Chinese ones.
    if (own * (name === 'Japanese' ? 4 : 2) > letters) return name
  }
  return null
}

/**
 * The language that a question seems to be in, if it is not English: by its script, or by its function words. One is enough if no
 * word of English stands beside it; otherwise there must be more of them. Null if nothing speaks for one language.
 */
export const questionLanguage = (text: string): string | null => {
  const script = byScript(text)
  if (script !== null) return script
  const words = (text.toLowerCase().match(WORD) ?? []).map((word) => word.normalize('NFC'))
  const counts = new Map<string, number>()
  for (const word of words)
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (first === undefined || second?.[1] === first[1]) return null
  const english = words.filter((word) => STOP_WORDS.has(stem(word)) && !languagesOf.has(word)).length
  return english === 0 || first[1] > 2 * english ? first[0] : null
}
