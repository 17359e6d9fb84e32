import type { Brief } from './brief.ts'

/**
 * The text of a brief and its featured papers as blocks: texts, and papers with what is said about each. A paper is an item of a
 * list, as in `- The ledger of MemStrata (p113): what an agent owes`. All of it is the same Markdown, so that any brief opens as
 * blocks, and blocks that nobody changed are written as they were read.
 */

export type TextBlock = { kind: 'text'; text: string }

export type PaperBlock = {
  kind: 'paper'
  id: string
  /** As the text calls it; empty for a paper that the text does not list. */
  name: string
  /** What is said about it. */
  line: string
  /** Whether the text has an item for it even if nothing is said about it. */
  isListed: boolean
  isFeatured: boolean
}

export type BriefBlock = TextBlock | PaperBlock

type Blocked = Pick<Brief, 'summary' | 'featured'>

/** Lists of more papers stay text. */
const MAX_PAPERS = 200

const ITEM = /^- (?<name>\S.*?) \((?<id>p\d{1,15})\)(?<rest>.*)$/u
/** What follows the id of a paper directly; other words come after a colon. */
const ATTACHED = /^[\s,;.:!?–—-]/u

/** What an item says after the id; null if these are not words about it. */
const lineOf = (rest: string): string | null => {
  const said = rest.startsWith(': ') ? rest.slice(2) : ''
  if (said !== '' && !ATTACHED.test(said)) return said
  return rest === '' || ATTACHED.test(rest) ? rest : null
}

const restOf = (line: string): string => (line === '' || ATTACHED.test(line) ? line : `: ${line}`)

const readItem = (text: string): PaperBlock | null => {
  const { name = '', id = '', rest = '' } = ITEM.exec(text)?.groups ?? {}
  const line = id === '' ? null : lineOf(rest)
  return line === null ? null : { kind: 'paper', id, name, line, isListed: true, isFeatured: false }
}

/** The papers of a paragraph that is a list of papers and of nothing else; none for any other. */
const readPapers = (paragraph: string): PaperBlock[] => {
  const items = paragraph.split('\n').map(readItem)
  const papers = items.filter((item) => item !== null)
  return papers.length === items.length ? papers : []
}

const unlisted = (id: string): PaperBlock => ({
  kind: 'paper',
  id,
  name: '',
  line: '',
  isListed: false,
  isFeatured: true,
})

const readTexts = (summary: string): BriefBlock[] => {
  const blocks: BriefBlock[] = []
  for (const paragraph of summary.split('\n\n')) {
    const last = blocks.at(-1)
    const papers = last?.kind === 'paper' ? [] : readPapers(paragraph)
    if (papers.length > 0) blocks.push(...papers)
    else if (last?.kind === 'text') last.text += `\n\n${paragraph}`
    else blocks.push({ kind: 'text', text: paragraph })
  }
  return blocks
}

/** Places featured papers that the text does not list before the next one that it lists, or else at the end. */
const withFeatured = (blocks: readonly BriefBlock[], featured: readonly string[]): BriefBlock[] => {
  const listed = new Set(blocks.flatMap((block) => (block.kind === 'paper' ? [block.id] : [])))
  const chosen = new Set(featured)
  const before = new Map<string, string[]>()
  let waiting: string[] = []
  let last: string | null = null
  for (const id of featured) {
    if (!listed.has(id)) waiting.push(id)
    else {
      before.set(id, waiting)
      waiting = []
      last = id
    }
  }
  const placed = blocks.flatMap((block): BriefBlock[] => {
    if (block.kind === 'text') return [block]
    const paper = { ...block, isFeatured: chosen.has(block.id) }
    const others = block.id === last ? waiting : []
    return [...(before.get(block.id) ?? []).map(unlisted), paper, ...others.map(unlisted)]
  })
  return last === null ? [...placed, ...waiting.map(unlisted)] : placed
}

/** The text and the featured papers that blocks amount to. A paper that is neither listed, described nor featured is dropped. */
export const writeBriefBlocks = (blocks: readonly BriefBlock[]): Blocked => {
  const paragraphs: string[] = []
  let isInList = false
  for (const block of blocks) {
    if (block.kind === 'text') {
      if (block.text === '') continue
      paragraphs.push(block.text)
      isInList = false
    } else if (block.isListed || block.line !== '') {
      const item = `- ${block.name === '' ? block.id : block.name} (${block.id})${restOf(block.line.replaceAll(/\s*\n\s*/gu, ' '))}`
      if (isInList) paragraphs.push(`${paragraphs.pop() ?? ''}\n${item}`)
      else paragraphs.push(item)
      isInList = true
    }
  }
  const featured = blocks.flatMap((block) => (block.kind === 'paper' && block.isFeatured ? [block.id] : []))
  return { summary: paragraphs.join('\n\n'), featured: [...new Set(featured)] }
}

const isSame = (a: Blocked, b: Blocked): boolean => a.summary === b.summary && a.featured.join() === b.featured.join()

/** A brief as blocks. What would not be written back exactly as it is stays one text, followed by the featured papers. */
export const readBriefBlocks = (brief: Blocked): BriefBlock[] => {
  const blocks = withFeatured(readTexts(brief.summary), brief.featured)
  const papers = blocks.filter(({ kind }) => kind === 'paper')
  const isKept = papers.length <= MAX_PAPERS && isSame(writeBriefBlocks(blocks), brief)
  if (isKept) return blocks
  return [{ kind: 'text', text: brief.summary }, ...brief.featured.map(unlisted)]
}
