import { z } from 'zod'

/** Nothing here takes parameters; a mistyped one is told. */
export const noParameters = z.strictObject({})
