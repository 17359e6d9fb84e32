import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { pluralize } from '#core/numbers.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Settings } from '#core/settings.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { ShareImage } from '#ports/share-images.ts'
import { paperCountText } from '#http/reader/library/present.ts'
import { firstAuthors } from '#http/reader/phrases.ts'

/** The accent of the light theme. */
const ACCENT = '#a1421c'

type House = Pick<Settings, 'name' | 'tagline'>

const imageOf = ({ name }: House, image: Omit<ShareImage, 'houseName' | 'accent'>): ShareImage => ({
  houseName: name,
  accent: ACCENT,
  ...image,
  title: plainMathematics(image.title),
})

export const paperImage = (
  house: House,
  { title, authors, container, year }: Pick<Paper, 'title' | 'authors' | 'container' | 'year'>,
): ShareImage =>
  imageOf(house, {
    kind: 'Paper',
    title,
    facts: [firstAuthors(authors), String(year), ...(container === null ? [] : [container])],
  })

export const briefImage = (house: House, { title, week }: Pick<PublishedBrief, 'title' | 'week'>): ShareImage =>
  imageOf(house, { kind: 'Weekly brief', title, facts: [weekLabel(week)] })

export const gapImage = (house: House, { title, papers }: Pick<GapWithPapers, 'title' | 'papers'>): ShareImage =>
  imageOf(house, {
    kind: 'Open question',
    title,
    facts: papers.length === 0 ? [] : [`Drawn from ${pluralize(papers.length, 'paper', 'papers')}`],
  })

export const homeImage = (house: House, papers: number): ShareImage =>
  imageOf(house, { kind: 'Library', title: house.tagline, facts: [paperCountText(papers)] })
