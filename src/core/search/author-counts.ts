import { textKey } from '#core/text/tokenize.ts'

/** A name as it is written, with the key by which names are compared. */
export type KeyedName = { key: string; name: string }

/** How many papers have a name, in its most frequent spelling. */
export type NamedCount = KeyedName & { papers: number }

/** The most papers with the words of a name that are compared, more than anybody wrote, and the most names of their authors. */
export const MAX_AUTHORED_PAPERS = 1_000
export const MAX_NAMES_COMPARED = 50_000

const byPapers = <Counted extends { name: string; papers: number }>(a: Counted, b: Counted): number =>
  b.papers - a.papers || (a.name < b.name ? -1 : 1)

/** In how many of the lists each name is, the most frequent first. */
export const countNames = (lists: readonly (readonly KeyedName[])[]): NamedCount[] => {
  const each = lists.flatMap((list) => [...new Map(list.map((one) => [one.key, one])).values()])
  return [...Map.groupBy(each, ({ key }) => key)]
    .map(([key, same]) => {
      const spellings = [...Map.groupBy(same, ({ name }) => name)].map(([name, some]) => ({
        name,
        papers: some.length,
      }))
      const [best] = spellings.toSorted(byPapers)
      return { key, name: best?.name ?? key, papers: same.length }
    })
    .toSorted(byPapers)
}

/** The authors of at least two papers, of whose authors these are lists; the most frequent first. Most names occur once. */
export const recurringAuthors = (papers: readonly (readonly string[])[]): NamedCount[] => {
  const firstPaper = new Map<string, number>()
  const recurring = new Set<string>()
  const keys = papers.map((names, paper) =>
    names.map((name) => {
      const key = textKey(name)
      const first = firstPaper.get(key)
      if (first === undefined) firstPaper.set(key, paper)
      else if (first !== paper) recurring.add(key)
      return key
    }),
  )
  const lists: KeyedName[][] = []
  for (const [paper, names] of papers.entries()) {
    const list: KeyedName[] = []
    for (const [place, key] of (keys[paper] ?? []).entries())
      if (recurring.has(key)) list.push({ key, name: names[place] ?? key })
    if (list.length > 0) lists.push(list)
  }
  return countNames(lists)
}
