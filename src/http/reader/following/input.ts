import { z } from 'zod'
import { digestFrequencies } from '#core/following/follow.ts'
import {
  followedAddress,
  followedFilter,
  parseFollowedAddress,
  wholeLibraryFollowed,
} from '#core/following/followed-search.ts'
import { emailAddress } from '#schemas/fields.ts'

/** Longer than the address of any search: 256 characters of words and 500 of an institution, percent-encoded. */
const MAX_ADDRESS_LENGTH = 10_000

/** The address of a page that can be followed, as `followedAddress` writes it. */
const followedSearch = () =>
  z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .transform((address, context) => {
      const search = parseFollowedAddress(address)
      if (followedAddress(search) !== address) {
        context.addIssue({
          code: 'custom',
          message: 'must be the address of a search that a page here offers to follow',
        })
        return z.NEVER
      }
      // Throws `invalid` for too many words.
      if (search.of === 'papers') followedFilter(search)
      return search
    })
    .meta({
      description: 'The address of the search, as the link to this page gives it.',
      example: '/?q=memory&match=all&sort=newest',
    })

/** Query of the page to follow a search: the whole library where none is named. */
export const followQuery = z.object({ search: followedSearch().prefault(followedAddress(wholeLibraryFollowed)) })

export const followForm = z.object({
  search: followedSearch(),
  email: emailAddress(),
  frequency: z.enum(digestFrequencies, { error: 'must be daily or weekly' }),
})
