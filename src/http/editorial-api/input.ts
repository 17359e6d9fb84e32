import { z } from 'zod'

/** These routes take no parameters; an unknown one is an error. */
export const noParameters = z.strictObject({})
