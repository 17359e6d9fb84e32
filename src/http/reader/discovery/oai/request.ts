import { dateRange } from './datestamp.ts'
import { findFormat } from './metadata-formats.ts'
import { OaiError } from './oai-error.ts'
import { readToken, type ListState } from './resumption-token.ts'
import { setFilter } from './sets.ts'

const lists = ['ListRecords', 'ListIdentifiers'] as const

/** What was asked for, with its arguments checked. */
export type OaiRequest =
  | { verb: 'Identify' | 'ListSets' }
  | { verb: 'ListMetadataFormats'; identifier: string | null }
  | { verb: 'GetRecord'; identifier: string; metadataPrefix: string }
  | { verb: (typeof lists)[number]; state: Omit<ListState, 'after' | 'listed'> & { after: number; listed: number } }

type Arguments = Readonly<Record<string, string>>

/** Each argument of a request once. Throws `badArgument` for one that comes twice, `badVerb` for no verb or several. */
const singleArguments = (pairs: readonly (readonly [name: string, value: string])[]): Arguments => {
  const verbs = pairs.filter(([name]) => name === 'verb')
  if (verbs.length !== 1) throw new OaiError('badVerb', 'A request has one argument verb.')
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined) throw new OaiError('badArgument', `The argument ${twice[0]} must be given once.`)
  return Object.fromEntries(pairs)
}

/** Throws `badArgument` for an argument that the verb does not have, and for a required one that is missing. */
const checkNames = (given: Arguments, required: readonly string[], optional: readonly string[] = []): void => {
  const unknown = Object.keys(given).find((name) => name !== 'verb' && ![...required, ...optional].includes(name))
  if (unknown !== undefined) throw new OaiError('badArgument', `${given.verb} has no argument ${unknown}.`)
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined) throw new OaiError('badArgument', `${given.verb} needs the argument ${missing}.`)
}

const listArguments = (given: Arguments) => {
  if (given.resumptionToken !== undefined) {
    checkNames(given, ['resumptionToken'])
    return readToken(given.resumptionToken)
  }
  checkNames(given, ['metadataPrefix'], ['from', 'until', 'set'])
  const { metadataPrefix = '', from, until, set } = given
  return { metadataPrefix, from, until, set, after: 0, listed: 0 }
}

/** What a list is narrowed down to. Throws `badArgument` and `cannotDisseminateFormat`. */
export const listRange = ({ metadataPrefix, from, until, set, after }: ListState) => {
  findFormat(metadataPrefix)
  return { after, ...dateRange(from, until), ...setFilter(set) }
}

const readList = (verb: (typeof lists)[number], given: Arguments): OaiRequest => {
  const state = listArguments(given)
  try {
    listRange(state)
  } catch (error) {
    // What a token names was right when it was made.
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
        throw new OaiError('badResumptionToken', 'The sets are listed at once; no token goes with them.')
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
