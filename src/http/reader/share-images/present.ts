import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { pluralize } from '#core/numbers.ts'
import { capitalized } from '#core/papers/library-words.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Settings } from '#core/settings.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { ShareImage } from '#ports/share-images.ts'
import { paperCountText } from '#http/reader/library/present.ts'
import { firstAuthors } from '#http/reader/phrases.ts'

type House = Pick<Settings, 'name' | 'tagline' | 'accentColor' | 'labels'>

/** The accent of the light theme, for a library that has none of its own. */
const ACCENT = '#a1421c'

const imageOf = ({ name, accentColor }: House, image: Omit<ShareImage, 'houseName' | 'accent'>): ShareImage => ({
  houseName: name,
  accent: accentColor ?? ACCENT,
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
  imageOf(house, { kind: capitalized(house.labels.briefs?.one ?? 'weekly brief'), title, facts: [weekLabel(week)] })

export const gapImage = (house: House, { title, papers }: Pick<GapWithPapers, 'title' | 'papers'>): ShareImage =>
  imageOf(house, {
    kind: capitalized(house.labels.gaps?.one ?? 'open question'),
    title,
    facts: papers.length === 0 ? [] : [`Drawn from ${pluralize(papers.length, 'paper', 'papers')}`],
  })

export const homeImage = (house: House, papers: number): ShareImage =>
  imageOf(house, { kind: 'Library', title: house.tagline, facts: [paperCountText(papers)] })
