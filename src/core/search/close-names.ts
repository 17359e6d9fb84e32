import { beginningDistance } from '#core/text/edit-distance.ts'
import { latinForms } from '#core/text/latin-forms.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { typedWords } from './typed-text.ts'

/** Names that are meant by a few typed letters: words may be cut short, have other accents, and have one or two typos. */

/** A shorter word with a typo is another word. */
const SHORTEST_WITH_TYPO = 4
const SHORTEST_WITH_TWO = 7

export const allowedTypos = (word: string): 0 | 1 | 2 =>
  word.length < SHORTEST_WITH_TYPO ? 0 : word.length < SHORTEST_WITH_TWO ? 1 : 2

/** The words by which a name is found. */
export const nameWords = (name: string): string[] => {
  const own = tokenize(name, false).flatMap(({ parts, joined }) => {
    const tokens = parts.map(({ token }) => token)
    // A joined token is a stem; people type multiagent for multi-agent.
    return joined.length === 0 ? tokens : [...tokens, tokens.join('')]
  })
  return [...own, ...own.flatMap(latinForms)]
}

/**
 * How many typos the typed letters have if they mean this word or its beginning; null for too many. Of the first two letters one
 * is right, or they are swapped.
 */
const typosFor = (typed: string, word: string): number | null => {
  if (word.startsWith(typed)) return 0
  const allowed = allowedTypos(typed)
  if (allowed === 0) return null
  if (word[0] !== typed[0] && word[0] !== typed[1] && word[1] !== typed[1]) return null
  const typos = beginningDistance(typed, word, allowed)
  return typos > allowed ? null : typos
}

/** Lower is closer: typos count more than words that were cut short, and those more than words that were not typed. */
const TYPO = 1_000
const CUT = 30

type Remembered = Map<string, { typos: number; isWhole: boolean } | null>

const nearness = (typed: string, word: string, known: Remembered): { typos: number; isWhole: boolean } | null => {
  const before = known.get(word)
  if (before !== undefined) return before
  const typos = typosFor(typed, word)
  const found = typos === null ? null : { typos, isWhole: typed.length === word.length }
  known.set(word, found)
  return found
}

/** The words that are spelt, or begin, nearly like this one, closest first and, among equals, those of most papers. */
export const closestWords = (
  known: readonly { word: string; papers: number }[],
  typed: string,
  most: number,
): string[] =>
  known
    .map(({ word, papers }) => ({ word, papers, typos: typosFor(typed, word) }))
    .filter(({ typos }) => typos !== null)
    .toSorted((a, b) => (a.typos ?? 0) - (b.typos ?? 0) || b.papers - a.papers)
    .slice(0, most)
    .map(({ word }) => word)

export type Named<Item> = { item: Item; words: readonly string[] }

/**
 * The closest of the names that have all typed words, closest first, in their order among equals. Each word of the names is
 * compared once with each of at most six typed words.
 */
export const closestNames = <Item>(names: Iterable<Named<Item>>, typed: string, most: number): Item[] => {
  const asked = typedWords(typed).map((text) => ({ text, known: new Map() as Remembered }))
  if (asked.length === 0) return []
  const found: { item: Item; distance: number }[] = []
  for (const { item, words } of names) {
    let distance = words.length
    for (const { text, known } of asked) {
      let least = Infinity
      for (const word of words) {
        const near = nearness(text, word, known)
        if (near !== null) least = Math.min(least, near.typos * TYPO + (near.isWhole ? 0 : CUT))
      }
      distance += least
      if (distance === Infinity) break
    }
    if (distance !== Infinity) found.push({ item, distance })
  }
  return found
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ item }) => item)
}
