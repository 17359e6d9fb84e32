import type { RawEntry } from '@citation-js/plugin-bibtex/lib/input/file.js'
import type { ReadRecord } from '#core/imports/imported-record.ts'

type Properties = RawEntry['properties']
type Build = (properties: Properties) => ReadRecord[]
type Held = { properties: Properties; build: Build }

/** How many entries are kept: those that others may refer to, and those that wait for the one they refer to. */
const MOST_KEPT = 5_000

/** What a paper has of the volume that it stands in. */
const INHERITED = new Set('booktitle journal journaltitle publisher organization volume number'.split(' '))
const DATES = ['year', 'month', 'day', 'date']

const VOLUMES = /^(?:mv)?(?:book|proceedings|collection|reference)$|^periodical$|^xdata$/iu

const keysIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(',').map((key) => key.trim().toLowerCase()) : []

const pick = (from: Properties, isWanted: (name: string) => boolean): Properties =>
  Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)))

/** An entry with what it takes over from another: its own fields win, and a date is taken as a whole. */
const withInherited = (own: Properties, parent: Properties, isWhole: boolean): Properties => {
  const isDated = DATES.some((name) => own[name] !== undefined)
  const taken = pick(parent, (name) => (DATES.includes(name) ? !isDated : isWhole || INHERITED.has(name)))
  const title = parent.booktitle ?? parent.title
  return { ...taken, ...(isWhole || title === undefined ? {} : { booktitle: title }), ...own }
}

/**
 * Gives entries what `crossref` and `xdata` refer to. In BibTeX the volume follows its papers, so that an entry waits, and
 * all behind it, until the volume comes, the file ends, or too many wait; then the reference is a field like any other.
 */
export const crossReferences = () => {
  const volumes = new Map<string, Properties>()
  let held: Held[] = []
  const missing = ({ properties }: Held): boolean =>
    [...keysIn(properties.crossref), ...keysIn(properties.xdata)].some((key) => !volumes.has(key))
  const resolve = ({ properties, build }: Held): ReadRecord[] => {
    let whole = properties
    for (const name of ['xdata', 'crossref'])
      for (const key of keysIn(whole[name])) {
        const volume = volumes.get(key)
        if (volume === undefined) continue
        const { [name]: _reference, ...own } = whole
        whole = withInherited(own, volume, name === 'xdata')
      }
    return build(whole)
  }
  const release = (isEnd: boolean): ReadRecord[] => {
    const records: ReadRecord[] = []
    const waiting = held.findIndex(missing)
    const count = isEnd || waiting === -1 ? held.length : held.length > MOST_KEPT ? waiting + 1 : waiting
    if (count === 0) return records
    for (const entry of held.slice(0, count)) records.push(...resolve(entry))
    held = held.slice(count)
    return records
  }
  return {
    /** @param build what makes records of the fields that the entry has in the end */
    add({ type, label, properties }: RawEntry, build: Build): ReadRecord[] {
      if (VOLUMES.test(type) && volumes.size < MOST_KEPT) volumes.set(label.toLowerCase(), properties)
      held.push({ properties, build })
      return release(false)
    },
    /** Keeps records of no entry in their place. */
    pass(records: readonly ReadRecord[]): ReadRecord[] {
      held.push({ properties: {}, build: () => [...records] })
      return release(false)
    },
    end: (): ReadRecord[] => release(true),
  }
}
