import { dateRange, OaiError, setFilter } from './protocol.ts'
import { type ListState, readResumptionToken } from './resumption-token.ts'
import { findFormat } from './present.ts'

const lists = ['ListRecords', 'ListIdentifiers'] as const

/** A request with its arguments checked. */
export type OaiRequest =
  | { verb: 'Identify' | 'ListSets' }
  | { verb: 'ListMetadataFormats'; identifier: string | null }
  | { verb: 'GetRecord'; identifier: string; metadataPrefix: string }
  | { verb: (typeof lists)[number]; state: Omit<ListState, 'after' | 'listed'> & { after: number; listed: number } }

type Arguments = Readonly<Record<string, string>>

/** Throws `badVerb` unless there is exactly one verb, and `badArgument` for a repeated argument. */
const singleArguments = (pairs: readonly (readonly [name: string, value: string])[]): Arguments => {
  const verbs = pairs.filter(([name]) => name === 'verb')
  if (verbs.length !== 1) throw new OaiError('badVerb', 'A request must have exactly one verb argument.')
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined) throw new OaiError('badArgument', `The argument ${twice[0]} must be given only once.`)
  return Object.fromEntries(pairs)
}

/** Throws `badArgument` for an argument that the verb does not take, and for a missing required one. */
const checkNames = (given: Arguments, required: readonly string[], optional: readonly string[] = []): void => {
  const unknown = Object.keys(given).find((name) => name !== 'verb' && ![...required, ...optional].includes(name))
  if (unknown !== undefined) throw new OaiError('badArgument', `${given.verb} does not take the argument ${unknown}.`)
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined) throw new OaiError('badArgument', `${given.verb} requires the argument ${missing}.`)
}

const listArguments = (given: Arguments) => {
  if (given.resumptionToken !== undefined) {
    checkNames(given, ['resumptionToken'])
    return readResumptionToken(given.resumptionToken)
  }
  checkNames(given, ['metadataPrefix'], ['from', 'until', 'set'])
  const { metadataPrefix = '', from, until, set } = given
  return { metadataPrefix, from, until, set, after: 0, listed: 0 }
}

/** The range of a list. Throws `badArgument` and `cannotDisseminateFormat`. */
export const listRange = ({ metadataPrefix, from, until, set, after }: ListState) => {
  findFormat(metadataPrefix)
  return { after, ...dateRange(from, until), ...setFilter(set) }
}

const readList = (verb: (typeof lists)[number], given: Arguments): OaiRequest => {
  const state = listArguments(given)
  try {
    listRange(state)
  } catch (error) {
    // A genuine token would have valid arguments.
    if (error instanceof OaiError && given.resumptionToken !== undefined)
      throw new OaiError('badResumptionToken', error.message)
    throw error
  }
  return { verb, state }
}

/** Reads a request (OAI-PMH 2.0, section 4). Throws OaiError. */
export const readOaiRequest = (pairs: readonly (readonly [name: string, value: string])[]): OaiRequest => {
  const given = singleArguments(pairs)
  const list = lists.find((name) => name === given.verb)
  if (list !== undefined) return readList(list, given)
  switch (given.verb) {
    case 'Identify':
      checkNames(given, [])
      return { verb: 'Identify' }
    case 'ListSets':
      if (given.resumptionToken !== undefined)
        throw new OaiError(
          'badResumptionToken',
          'All sets are listed at once; there are no resumption tokens for them.',
        )
      checkNames(given, [])
      return { verb: 'ListSets' }
    case 'ListMetadataFormats':
      checkNames(given, [], ['identifier'])
      return { verb: 'ListMetadataFormats', identifier: given.identifier ?? null }
    case 'GetRecord': {
      checkNames(given, ['identifier', 'metadataPrefix'])
      const { identifier = '', metadataPrefix = '' } = given
      return { verb: 'GetRecord', identifier, metadataPrefix }
    }
    default:
      throw new OaiError('badVerb', 'There is no such verb.')
  }
}
