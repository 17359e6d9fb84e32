import type { DocumentPart } from '#pdf/document/document-part.ts'
import type { BlockKind } from './block-kind.ts'
import { joinLine, type KnownWords } from './join-lines.ts'
import { sentenceEnds } from './sentence-ends.ts'

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

/** What stands within so many signs of an end of its paragraph goes there: the paragraph stays whole. */
const NEAR_END = 150

/** What interrupts a paragraph, and how many signs of the paragraph stand before it. */
type Interruption = { part: DocumentPart; signsBefore: number }

/** Where a paragraph may be parted: at its ends and between its sentences. */
const placesIn = (text: string): number[] => [0, ...sentenceEnds(text), text.length]

/** The place for an interruption: an end of the paragraph where one is near, else the nearest end of a sentence. */
const placeOf = (signsBefore: number, { text, places }: { text: string; places: readonly number[] }): number => {
  const distance = (place: number): number => Math.abs(place - signsBefore)
  const end = 2 * signsBefore < text.length ? 0 : text.length
  if (distance(end) <= NEAR_END) return end
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best), end)
}

/** A paragraph with what interrupts it at the nearest place where that breaks no sentence. */
const settled = (text: string, interruptions: readonly Interruption[]): DocumentPart[] => {
  const parts: DocumentPart[] = []
  const places = interruptions.length === 0 ? [] : placesIn(text)
  let from = 0
  for (const { part, signsBefore } of interruptions) {
    const place = placeOf(signsBefore, { text, places })
    if (place > from) parts.push({ kind: 'paragraph', text: text.slice(from, place).trim() })
    parts.push(part)
    from = place
  }
  if (from < text.length) parts.push({ kind: 'paragraph', text: text.slice(from).trim() })
  return parts
}

/** Puts the blocks of a document together: captions and notes stand between sentences of the paragraph that they interrupt, or at an end of it. */
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
