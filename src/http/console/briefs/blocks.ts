import { type BriefBlock, type PaperBlock, readBriefBlocks, writeBriefBlocks } from '#core/editorial/brief-blocks.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { firstSentenceOf } from '#core/passages/opening.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { briefDrafts } from '#edited/brief-drafts.ts'
import type { FormValues } from '#http/console/edited-form.ts'
import type { FormBody } from '#http/input/body.ts'
import type { RelatedReader } from '#ports/store/ranking.ts'

/** The blocks of a brief in a form: each has a number, which names its fields and stays the same while others move. */

export type FormBlock = BriefBlock & { number: number }

type DraftValues = FormValues<typeof briefDrafts.fields>

const BLOCK_FIELD = 'block'

/** What the hidden field of a block says: its number and what it is. The order of these fields is that of the blocks. */
export const blockValue = (block: FormBlock): string =>
  `${block.number}:${block.kind === 'text' ? 'text' : `${block.id}${block.isListed ? ':listed' : ''}`}`

const BLOCK_VALUE = /^(?<number>\d{1,4}):(?:text|(?<id>p\d{1,15})(?<listed>:listed)?)$/u

const readBlock = (value: string, fields: FormBody['fields']): FormBlock[] => {
  const { number = '', id, listed } = BLOCK_VALUE.exec(value)?.groups ?? {}
  if (number === '') return []
  const common = { number: Number(number) }
  if (id === undefined) return [{ ...common, kind: 'text', text: fields[`text-${number}`] ?? '' }]
  const [name = '', line = ''] = [fields[`name-${number}`], fields[`line-${number}`]]
  const isFeatured = fields[`featured-${number}`] !== undefined
  return [{ ...common, kind: 'paper', id, name, line, isListed: listed !== undefined, isFeatured }]
}

/** The blocks that a form was sent with; null for a form with the fields themselves. */
export const readFormBlocks = (form: FormBody): FormBlock[] | null => {
  const values = form.getAll(BLOCK_FIELD)
  return values.length === 0 ? null : values.flatMap((value) => readBlock(value, form.fields))
}

const valuesOfBlocks = (blocks: readonly FormBlock[]): Pick<DraftValues, 'summary' | 'featuredPapers'> => {
  const { summary, featured } = writeBriefBlocks(blocks)
  return { summary, featuredPapers: featured }
}

/** The fields of a draft whose text and papers came as blocks. */
export const readDraftValues = (form: FormBody, values: DraftValues): DraftValues => {
  const blocks = readFormBlocks(form)
  return blocks === null ? values : { ...values, ...valuesOfBlocks(blocks) }
}

/** The blocks of a text and its papers, of which the first is a text: the lead. */
export const blocksOf = ({ summary, featuredPapers }: DraftValues): FormBlock[] => {
  const blocks = readBriefBlocks({ summary, featured: featuredPapers })
  const whole: BriefBlock[] = blocks[0]?.kind === 'text' ? blocks : [{ kind: 'text', text: '' }, ...blocks]
  return whole.map((block, number) => ({ ...block, number }))
}

/** What the buttons of blocks do: move or remove one, add a paper, add a text. */
export const blockActs = ['up', 'down', 'remove', 'add', 'text'] as const
type BlockAct = (typeof blockActs)[number]

export const actValue = (act: BlockAct, subject = ''): string => `${act}:${subject}`

const swapped = (blocks: readonly FormBlock[], at: number): FormBlock[] => {
  const [one, other] = [blocks[at], blocks[at + 1]]
  // The lead stays where it is.
  if (at < 1 || one === undefined || other === undefined) return [...blocks]
  return [...blocks.slice(0, at), other, one, ...blocks.slice(at + 2)]
}

const nextNumber = (blocks: readonly FormBlock[]): number => Math.max(-1, ...blocks.map(({ number }) => number)) + 1

/** The new paper follows the last one, or comes first after the lead. */
const withPaper = (blocks: readonly FormBlock[], paper: Omit<PaperBlock, 'kind'>): FormBlock[] => {
  const at = blocks.findLastIndex(({ kind }) => kind === 'paper') + 1 || blocks.length
  return [...blocks.slice(0, at), { kind: 'paper', ...paper, number: nextNumber(blocks) }, ...blocks.slice(at)]
}

type RelatedPapers = Pick<RelatedReader, 'publicPapers'>

const addPaper = async (reader: RelatedPapers, blocks: readonly FormBlock[], id: string): Promise<FormBlock[]> => {
  const isThere = blocks.some((block) => block.kind === 'paper' && block.id === id)
  const [paper] = isThere || !PAPER_ID.test(id) ? [] : await reader.publicPapers([id])
  if (paper === undefined) return [...blocks]
  const { title, commentary } = paper
  const line = commentary === null ? '' : firstSentenceOf(commentary)
  return withPaper(blocks, { id, name: plainMathematics(title), line, isListed: false, isFeatured: true })
}

/** The blocks after a button was pressed; without a known one, as they are. */
export const changeBlocks = async (
  reader: RelatedPapers,
  blocks: readonly FormBlock[],
  pressed: string,
): Promise<FormBlock[]> => {
  const [act = '', subject = ''] = pressed.split(':')
  if (act === 'add') return addPaper(reader, blocks, subject)
  if (act === 'text') return [...blocks, { kind: 'text', text: '', number: nextNumber(blocks) }]
  const at = blocks.findIndex(({ number }) => String(number) === subject)
  if (at < 1) return [...blocks]
  if (act === 'up') return swapped(blocks, at - 1)
  if (act === 'down') return swapped(blocks, at)
  return act === 'remove' ? blocks.filter((_, index) => index !== at) : [...blocks]
}

/** What the fields of a form have beside its blocks. */
export const typedValues = (form: FormBody): DraftValues => {
  const { title = '', summary = '', houseTake = '' } = form.fields
  return { title, summary, houseTake, featuredPapers: form.getAll('featuredPapers') }
}

/** The values of a form after a button was pressed, and its blocks. */
export const pressBlockButton = async (reader: RelatedPapers, form: FormBody, values: DraftValues) => {
  const blocks = await changeBlocks(reader, readFormBlocks(form) ?? blocksOf(values), form.fields.act ?? '')
  return { blocks, values: { ...values, ...valuesOfBlocks(blocks) } }
}
