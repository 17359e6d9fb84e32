import type { Steps } from '#core/steps.ts'
import { editDistance } from '#core/text/edit-distance.ts'
import { textKey, tokenize } from '#core/text/tokenize.ts'

/** Names that are probably one: `form` differs by ending (planning and plans), hyphen, spacing or case, `letter` by one letter. */
export type NearTwins<Named> = { first: Named; second: Named; by: 'form' | 'letter' }

/** In a shorter name another letter makes another word; a longer one is a sentence, and costs more to compare. */
const SHORTEST_BY_LETTER = 6
const LONGEST_BY_LETTER = 60

/** The same for names that differ by ending, hyphen, spacing or case. */
const formKey = (name: string): string =>
  tokenize(name)
    .flatMap(({ parts, joined }) => (joined.length > 0 ? joined : parts))
    .map(({ token }) => token)
    .join('')

/** A name without one of its letters, once each, and the name itself: two names that differ by a letter have one in common. */
const shortened = (name: string): string[] => [
  ...new Set([name, ...Array.from(name, (_, index) => name.slice(0, index) + name.slice(index + 1))]),
]

/** Numbers that differ are no typo: version 2 and version 3. */
const digitsOf = (name: string): string => name.replaceAll(/\D+/gu, ' ').trim()

const isOneLetterApart = (a: string, b: string): boolean =>
  a !== b && digitsOf(a) === digitsOf(b) && editDistance(a, b, 1) === 1

/** Names between which others may run. */
const NAMES_AT_ONCE = 100

/**
 * Pairs of names that are probably one, those of one form first, at most so many. Each name is compared with those that have a
 * shortened form in common, so the cost grows with the letters of all names: 5,000 names of 25 letters take some 0.4 seconds, in
 * steps of 10 milliseconds.
 */
export function* findNearTwinsInSteps<Named extends { id: string; name: string }>(
  names: readonly Named[],
  most: number,
): Steps<NearTwins<Named>[]> {
  const found = new Map<string, NearTwins<Named>>()
  const add = (first: Named, second: Named, by: NearTwins<Named>['by']): void => {
    const pair = [first.id, second.id].toSorted().join(' ')
    if (found.size < most && !found.has(pair)) found.set(pair, { first, second, by })
  }
  const byForm = new Map<string, Named>()
  const byShortened = new Map<string, { named: Named; key: string }>()
  const alike: [Named, Named][] = []
  for (const [index, named] of names.entries()) {
    if (index % NAMES_AT_ONCE === 0) yield
    const form = formKey(named.name)
    const same = byForm.get(form)
    if (same === undefined) byForm.set(form, named)
    else add(same, named, 'form')
    const key = textKey(named.name)
    if (key.length < SHORTEST_BY_LETTER || key.length > LONGEST_BY_LETTER) continue
    for (const part of shortened(key)) {
      const before = byShortened.get(part)
      if (before === undefined) byShortened.set(part, { named, key })
      else if (alike.length < most * 2 && isOneLetterApart(before.key, key)) alike.push([before.named, named])
    }
  }
  for (const [first, second] of alike) add(first, second, 'letter')
  return [...found.values()]
}
