import type { ReadRecord } from '#core/imports/imported-record.ts'
import { hostOf } from '#core/papers/identifiers.ts'
import { type PaperLink, paperLink } from '#core/papers/paper-link.ts'
import { foundRecords, paperFields } from '#formats/record.ts'
import { oneLine } from '#formats/text/text.ts'
import { cleanTitle, END_OF_LINE, titleInText, topicOf } from './entry-words.ts'
import { writtenParts } from './written-parts.ts'

/** A piece of an entry. `written` is an address in the text, without words of its own. */
type Token = { text: string; isBold: boolean; cell: number } & (
  | { kind: 'text' | 'newline' }
  | { kind: 'link'; href: string; link: PaperLink | null; isWritten: boolean }
)

type BlockKind = 'paragraph' | 'item' | 'row' | 'heading'
type Block = { kind: BlockKind; depth: number; position: string; tokens: Token[]; level: number }

/** A work that an entry links to, with the tokens about it. */
type Work = { doi: string | null; arxivId: string | null; url: string | null; position: string; tokens: Token[] }

const isLinkOfPaper = (token: Token): boolean => token.kind === 'link' && token.link !== null

const textOf = (tokens: readonly Token[]): string => oneLine(tokens.map(({ text }) => text).join(''))

/** The same, with the ends of lines. */
const linesOf = (tokens: readonly Token[]): string =>
  oneLine(tokens.map(({ kind, text }) => (kind === 'newline' ? ` ${END_OF_LINE} ` : text)).join(''))

const FEWEST_WORDS = 3
const isSentence = (text: string): boolean => text.split(/\s+/u).length >= FEWEST_WORDS && cleanTitle(text) !== null

/** Whether a link names another work than the links before it in the same entry. Several sites may have a page of one work. */
const isOther = (work: Work, link: PaperLink): boolean => {
  if ('doi' in link) return work.doi !== null && work.doi !== link.doi
  if ('arxivId' in link) return work.arxivId !== null && work.arxivId !== link.arxivId
  return work.url !== null && work.url !== link.url && hostOf(work.url) === hostOf(link.url)
}

const withLink = (work: Work, link: PaperLink): void => {
  if ('doi' in link) work.doi ??= link.doi
  else if ('arxivId' in link) work.arxivId ??= link.arxivId
  else work.url ??= link.url
}

/**
 * Where the tokens of another work begin among those since the last link to a paper; null if the last of them, a link to a paper, is of
 * the same work. A line with a title and a link is of another work in a paragraph, and text up to the end of a line is of the one before.
 */
const startOfNext = (kind: BlockKind, tokens: readonly Token[], isOtherWork: boolean): number | null => {
  const isNewline = (token: Token): boolean => token.kind === 'newline'
  if (kind !== 'paragraph') return isOtherWork ? 0 : null
  if (isOtherWork) return Math.max(0, tokens.findIndex(isNewline))
  const last = tokens.findLastIndex(isNewline)
  return last >= 0 && isSentence(textOf(tokens.slice(last))) ? last : null
}

/**
 * The works that a block links to. Links with different identifiers of the same kind lead to different works; in a paragraph, so do
 * links in lines with a title each.
 */
const worksIn = ({ kind, position, tokens }: Block): Work[] => {
  const works: Work[] = []
  let pending: Token[] = []
  for (const token of tokens) {
    pending.push(token)
    if (token.kind !== 'link' || token.link === null) continue
    let current = works.at(-1)
    const from = current === undefined ? 0 : startOfNext(kind, pending, isOther(current, token.link))
    if (from !== null) {
      for (const before of pending.splice(0, from)) current?.tokens.push(before)
      current = { doi: null, arxivId: null, url: null, position, tokens: [] }
      works.push(current)
    }
    if (current !== undefined) {
      withLink(current, token.link)
      for (const own of pending) current.tokens.push(own)
    }
    pending = []
  }
  for (const after of pending) works.at(-1)?.tokens.push(after)
  return works
}

/** Neighbouring texts as one, as long as `isPart` says so. */
const runs = (tokens: readonly Token[], isPart: (token: Token) => boolean): string[] => {
  const found: string[] = []
  let isOpen = false
  for (const token of tokens) {
    const belongs = isPart(token)
    if (belongs) found.push(`${isOpen ? (found.pop() ?? '') : ''}${token.text}`)
    isOpen = belongs
  }
  return found
}

const firstTitle = (texts: readonly string[]): string | null => {
  for (const text of texts) {
    const title = cleanTitle(text)
    if (title !== null) return title
  }
  return null
}

const linkTexts = (tokens: readonly Token[], areOfPapers: boolean): string[] =>
  tokens.flatMap((token) => (token.kind === 'link' && isLinkOfPaper(token) === areOfPapers ? [token.text] : []))

/** The title of a work by the tokens about it; null if none can be told. `titleCell` is the column of titles in its table. */
const titleOf = (tokens: readonly Token[], titleCell: number | null): string | null => {
  if (titleCell !== null) {
    const title = cleanTitle(textOf(tokens.filter(({ cell }) => cell === titleCell)))
    if (title !== null) return title
  }
  const first = tokens.findIndex(isLinkOfPaper)
  const before = first === -1 ? tokens : tokens.slice(0, first)
  const isInRow = tokens.some(({ cell }) => cell > 0)
  const plain = before.filter(({ kind }) => kind !== 'link')
  return (
    firstTitle(linkTexts(tokens, true)) ??
    firstTitle(runs(tokens, ({ isBold, kind }) => isBold && kind !== 'newline')) ??
    firstTitle(linkTexts(before, false).filter((text) => isSentence(text))) ??
    (isInRow ? firstTitle(runs(tokens, ({ kind }) => kind === 'text').filter(isSentence)) : null) ??
    titleInText(linesOf(plain)) ??
    firstTitle(linkTexts(before, false)) ??
    titleAfter(first === -1 ? [] : tokens.slice(first + 1))
  )
}

const titleAfter = (tokens: readonly Token[]): string | null => {
  const text = textOf(tokens.filter(({ kind }) => kind !== 'link'))
  // A sentence that goes on after a link is no title.
  return isSentence(text) && /^[^\p{L}]*[\p{Lu}\p{Lo}]/u.test(text) ? titleInText(text) : null
}

/** The entry as it stands in the list, in Markdown. */
const sourceOf = (tokens: readonly Token[]): string =>
  oneLine(
    tokens
      .map((token) =>
        token.kind !== 'link' ? token.text : token.isWritten ? token.href : `[${token.text.trim()}](${token.href})`,
      )
      .join(''),
  )

const recordOf = (work: Work, title: string | null, topics: readonly string[]): ReadRecord => {
  const { doi, arxivId, url, position, tokens } = work
  const fields = paperFields({ title, doi, arxivId, url, topics })
  // What a paper would need besides is not known.
  const { authors: _authors, kind: _kind, ...known } = fields
  return {
    format: 'links',
    position,
    recordId: arxivId ?? doi ?? url,
    fields: known,
    unmapped: [],
    source: sourceOf(tokens),
  }
}

type Heading = { level: number; depth: number; text: string; isTitle: boolean; isNew: boolean }
/** An item of a list with items below it: the name of a group, or a work. */
type Parent = { depth: number; title: string | null; text: string; isTitle: boolean; hasWork: boolean }

const MOST_TOPICS = 3
/** A heading that is a sentence may be the title of the one work below it. */
const FEWEST_WORDS_OF_TITLE = 4
const LONGEST_GROUP_WORDS = 8
/** A line of a paragraph that is all bold stands for a heading below all others. */
const BOLD_LINE = 7
const MOST_PARENTS = 200

/** Names of the column of titles, those first that say so most clearly. */
const TITLE_COLUMNS = [
  /^(?:paper )?titles?$|^标题$|^题目$/iu,
  /^(?:papers?(?: names?)?|articles?|publications?|论文)$/iu,
  /^(?:works?|names?)$/iu,
]

/** A text as the addresses in it and the text between them. */
const withWritten = (token: Token): Token[] => {
  if (token.kind !== 'text') return [token]
  return writtenParts(token.text).map((part): Token => {
    if ('text' in part) return { ...token, text: part.text }
    const { address: href, link } = part
    return { kind: 'link', text: '', href, link, isWritten: true, isBold: token.isBold, cell: token.cell }
  })
}

/** Collects the entries of a list from its blocks, however they are written; keeps the current block only. */
export const linkList = () => {
  const found = foundRecords()
  let headings: Heading[] = []
  let parents: Parent[] = []
  let block: Block | null = null
  let titleCell: number | null = null
  let isFirstHeading = true
  let isBold = false
  let cell = 0
  let link: { href: string; text: string } | null = null

  const topics = (): string[] => {
    const groups = parents.filter(({ isTitle, text }) => !isTitle && text.split(' ').length <= LONGEST_GROUP_WORDS)
    const names = [
      ...headings.filter(({ isTitle }) => !isTitle).map(({ text }) => text),
      ...groups.map(({ text }) => text),
    ].map(topicOf)
    return [...new Set(names.filter((name) => name !== null))].toReversed().slice(0, MOST_TOPICS)
  }

  /** The title of a work without one of its own: that of the item above it, or of the heading right before it. */
  const titleAbove = (): string | null => {
    const parent = parents.at(-1)
    if (parent !== undefined) {
      parent.isTitle = parent.title !== null
      return parent.title
    }
    const heading = headings.at(-1)
    if (heading === undefined || !heading.isNew || heading.text.split(' ').length < FEWEST_WORDS_OF_TITLE) return null
    const title = cleanTitle(heading.text)
    heading.isTitle ||= title !== null
    return title
  }

  const addHeading = (text: string, level: number, depth: number): void => {
    headings = headings.filter((one) => one.depth < depth || (one.depth === depth && one.level < level))
    parents = parents.filter((parent) => parent.depth < depth)
    if (headings.length < MOST_PARENTS)
      headings.push({ level, depth, text, isTitle: isFirstHeading && level === 1, isNew: true })
    isFirstHeading = false
  }

  const takeWorks = ({ kind, depth, tokens }: Block, works: readonly Work[]): void => {
    if (kind !== 'item') parents = []
    const titles = works.map((work) => titleOf(work.tokens, kind === 'row' ? titleCell : null))
    // An entry such as "[pdf] [code]" belongs to the work that stands above it.
    const isOfOther = titles.every((title) => title === null) && textOf(tokens) !== ''
    if (isOfOther && parents.at(-1)?.hasWork === true) return
    const above = isOfOther ? titleAbove() : null
    const under = topics()
    works.forEach((work, index) => {
      // Each has a place of its own, by which its record is known when it has been fetched.
      if (index > 0) work.position += `, link ${index + 1}`
      found.add([recordOf(work, titles[index] ?? (index === 0 ? above : null), under)])
    })
    for (const heading of headings) heading.isNew = false
    const parent = parents.at(-1)
    if (isOfOther && parent !== undefined) parent.hasWork = true
    if (kind === 'item' && parents.length < MOST_PARENTS)
      parents.push({ depth, title: null, text: '', isTitle: true, hasWork: true })
  }

  const flush = (): void => {
    const ended = block
    block = null
    isBold = false
    cell = 0
    link = null
    if (ended === null || ended.tokens.length === 0) return
    const { kind, depth, level } = ended
    ended.tokens = ended.tokens.flatMap(withWritten)
    const { tokens } = ended
    if (kind === 'item') parents = parents.filter((parent) => parent.depth < depth)
    const works = worksIn(ended)
    if (works.length > 0) {
      takeWorks(ended, works)
      return
    }
    const text = textOf(tokens)
    if (text === '') return
    const isBoldLine =
      kind === 'paragraph' &&
      tokens.every((token) => token.kind === 'text' && (token.isBold || token.text.trim() === ''))
    if (kind === 'heading') addHeading(text, level, depth)
    else if (isBoldLine && text.split(' ').length <= LONGEST_GROUP_WORDS) addHeading(text, BOLD_LINE, depth)
    else if (kind === 'item' && parents.length < MOST_PARENTS)
      parents.push({ depth, title: titleOf(tokens, null), text, isTitle: false, hasWork: false })
  }

  const push = (token: Token): void => {
    block?.tokens.push(token)
  }

  const ensureBlock = (position: string): void => {
    block ??= { kind: 'paragraph', depth: 0, position, tokens: [], level: 0 }
  }

  return {
    /** Ends the current block and begins another; `depth` counts the lists around it. */
    open: (kind: BlockKind, position: string, { depth = 0, level = 0 } = {}): void => {
      flush()
      if (kind !== 'row') titleCell = null
      block = { kind, depth, position, tokens: [], level }
    },
    close: flush,
    /** The kind of the current block. */
    kind: (): BlockKind | null => block?.kind ?? null,
    /** Makes the current block a heading, as a line below it does in Markdown. */
    becomeHeading: (level: number): void => {
      if (block !== null) block.kind = 'heading'
      if (block !== null) block.level = level
      flush()
    },
    /** Drops the current block, which was the header of a table, and remembers its column of titles. */
    becomeTableHeader: (): void => {
      const cells: (string | undefined)[] = []
      for (const token of block?.tokens ?? []) cells[token.cell] = `${cells[token.cell] ?? ''}${token.text}`
      const columns = TITLE_COLUMNS.map((name) => cells.findIndex((text) => name.test(oneLine(text ?? ''))))
      titleCell = columns.find((column) => column !== -1) ?? null
      block = null
    },
    nextCell: (): void => {
      push({ kind: 'newline', text: ' ', isBold: false, cell })
      cell += 1
    },
    /** Ends what a list that ended had, or stood above it: the folders of bookmarks. */
    endList: (depth: number): void => {
      flush()
      headings = headings.filter((heading) => heading.depth < depth || heading.depth === 0)
      parents = parents.filter((parent) => parent.depth <= depth)
    },
    setBold: (bold: boolean): void => {
      isBold = bold
    },
    openLink: (href: string): void => {
      link = { href, text: '' }
    },
    closeLink: (position: string): void => {
      if (link === null) return
      ensureBlock(position)
      const { href } = link
      const written = writtenParts(link.text)
      const isWritten = written.length === 1 && 'address' in (written[0] ?? {}) && !link.text.includes(' ')
      push({ kind: 'link', text: isWritten ? '' : link.text, href, link: paperLink(href), isWritten, isBold, cell })
      link = null
    },
    addText: (text: string, position: string): void => {
      if (link !== null) {
        link.text += text
        return
      }
      if (block === null && text.trim() === '') return
      ensureBlock(position)
      const last = block?.tokens.at(-1)
      // A parser gives a text in pieces.
      if (last?.kind === 'text' && last.isBold === isBold && last.cell === cell) last.text += text
      else push({ kind: 'text', text, isBold, cell })
    },
    newline: (): void => {
      if (link !== null) link.text += ' '
      else push({ kind: 'newline', text: ' ', isBold, cell })
    },
    take: found.take,
  }
}

export type LinkList = ReturnType<typeof linkList>
