import type { DocumentPart } from '#pdf/document/document-part.ts'
import type { BlockKind } from './block-kind.ts'
import { joinLine, type KnownWords } from './join-lines.ts'

/** A block that was read: what it is, what it says, where it stands. */
export type ReadBlock = {
  kind: BlockKind
  text: string
  level: number
  column: number
  isIndented: boolean
}

const ENDED = /[.?!:…][)\]"'”’\d†‡*∗]*$/u
const GOES_ON = /^[\p{Ll}(,;]/u
const BROKEN = /[-\u2010\u00ad,]$/u

/** Paragraphs go on in the next column or page, and behind what interrupts them; nothing else does. */
const isContinued = (open: ReadBlock, next: ReadBlock): boolean => {
  if (next.column === open.column && !GOES_ON.test(next.text)) return false
  if (BROKEN.test(open.text)) return true
  if (ENDED.test(open.text)) return false
  return GOES_ON.test(next.text) || !next.isIndented
}

/** What interrupts a paragraph, and how many signs of the paragraph stand before it. */
type Interruption = { part: DocumentPart; signsBefore: number }

/** A paragraph with what interrupts it put to the end of it that is nearer. */
const settled = (text: string, interruptions: readonly Interruption[]): DocumentPart[] => {
  const isNearStart = ({ signsBefore }: Interruption): boolean => 2 * signsBefore < text.length
  return [
    ...interruptions.filter(isNearStart).map(({ part }) => part),
    { kind: 'paragraph', text },
    ...interruptions.filter((found) => !isNearStart(found)).map(({ part }) => part),
  ]
}

/** Puts the blocks of a document together: captions and notes stand before or behind the paragraph that they interrupt. */
export const flowOf = (blocks: readonly ReadBlock[], words: KnownWords): DocumentPart[] => {
  const parts: DocumentPart[] = []
  let open: ReadBlock | null = null
  let held: Interruption[] = []
  const flush = (): void => {
    if (open !== null) parts.push(...settled(open.text, held))
    open = null
    held = []
  }
  for (const block of blocks) {
    const { kind, text, level } = block
    if (kind === 'heading') {
      flush()
      parts.push({ kind, text, level })
    } else if (kind !== 'paragraph') {
      if (open === null) parts.push({ kind, text })
      else held.push({ part: { kind, text }, signsBefore: open.text.length })
    } else if (open !== null && (held.length > 0 || block.column !== open.column) && isContinued(open, block)) {
      const before: ReadBlock = open
      open = { ...before, text: joinLine(before.text, text, words), column: block.column }
    } else {
      flush()
      open = block
    }
  }
  flush()
  return parts
}
