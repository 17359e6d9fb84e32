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

/** Puts the blocks of a document together: captions and notes follow the paragraph that they stand in. */
export const flowOf = (blocks: readonly ReadBlock[], words: KnownWords): DocumentPart[] => {
  const parts: DocumentPart[] = []
  let open: ReadBlock | null = null
  let held: DocumentPart[] = []
  const flush = (): void => {
    if (open !== null) parts.push({ kind: 'paragraph', text: open.text })
    parts.push(...held)
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
      else held.push({ kind, text })
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
