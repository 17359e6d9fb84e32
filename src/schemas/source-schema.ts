import { groupedNumber } from '#core/numbers.ts'
import type { AddressChecker } from '#core/outbound.ts'
import { z } from 'zod'
import {
  addressedKinds,
  daysBefore,
  defaultAddresses,
  sourceKinds,
  type SourceDefinition,
  type SourceKind,
} from '#core/sources/watched-source.ts'
import { optionalLine, optionalUrl } from './fields.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/u
/** By default a new source starts this many days before it is added. */
export const FIRST_DAYS = 7
/** Bounds and defaults of numeric settings. */
export const sourceNumbers = {
  everyMinutes: { least: 15, most: 10_080, usual: 360 },
  dailyCap: { least: 1, most: 10_000, usual: 200 },
} as const

export const sourceNumberRule = (name: keyof typeof sourceNumbers): string => {
  const { least, most, usual } = sourceNumbers[name]
  return `${least} to ${groupedNumber(most)}; ${usual} if left out`
}

const number = ({ least, most, usual }: (typeof sourceNumbers)[keyof typeof sourceNumbers]) =>
  z.coerce.number().int().min(least).max(most).optional().default(usual)

const isDay = (text: string | null): boolean =>
  text === null || text === 'all' || (DAY.test(text) && !Number.isNaN(Date.parse(text)))

const nameOf = (kind: SourceKind, query: string, address: string): string => {
  const { hostname } = new URL(address)
  return `${kind === 'oai' || kind === 'feed' ? hostname : kind} ${query}`.trim().slice(0, 100)
}

/** The arXiv format has the most detail for records of arXiv. */
const usualPrefix = (address: string): string =>
  /(?:^|\.)arxiv\.org$/u.test(new URL(address).hostname) ? 'arXiv' : 'oai_dc'

const shape = z.strictObject({
  kind: z.enum(sourceKinds),
  address: optionalUrl(),
  query: optionalLine(1_000),
  name: optionalLine(100),
  metadataPrefix: optionalLine(50),
  from: optionalLine(10).refine(isDay, { error: 'must be a day such as 2026-11-01, or "all"' }),
  everyMinutes: number(sourceNumbers.everyMinutes),
  dailyCap: number(sourceNumbers.dailyCap),
})

type DescribedSource = { source: SourceDefinition; from: string | null }

/** Parses a source and its first day, by default a week before `now`. */
export const sourceSchema = (now: Date, checkAddress: AddressChecker): z.ZodType<DescribedSource> =>
  shape.transform(({ kind, query, name, from, metadataPrefix, ...rest }, context): DescribedSource => {
    const address = rest.address ?? defaultAddresses[kind]
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (address === null) {
      refuse('address', `is required: the address of the ${addressedKinds[kind]}`)
      return z.NEVER
    }
    const fault = checkAddress(new URL(address))
    if (fault !== null) refuse('address', fault)
    if (kind === 'arxiv' && query === null) refuse('query', 'is required: a category such as cs.AI, or a search')
    if (kind === 'feed' && query !== null)
      refuse('query', 'does not apply to feeds: a feed is identified by its address')
    if (kind === 'retraction-watch' && query !== null)
      refuse('query', 'does not apply to Retraction Watch: all of its rows are read')
    if (metadataPrefix !== null && !/^[\w.!~*'()-]+$/u.test(metadataPrefix))
      refuse('metadataPrefix', 'must be the name of a metadata format, such as oai_dc')
    const asked = query ?? ''
    const source: SourceDefinition = {
      kind,
      address,
      query: asked,
      everyMinutes: rest.everyMinutes,
      dailyCap: rest.dailyCap,
      name: name ?? nameOf(kind, asked, address),
      metadataPrefix: metadataPrefix ?? usualPrefix(address),
    }
    return { source, from: from === 'all' ? null : (from ?? daysBefore(now, FIRST_DAYS)) }
  })
