import { z } from 'zod'
import { cursorParameter } from '#http/input/query.ts'

/** Query of a chapter. */
export const chapterInput = z.object({ cursor: cursorParameter() })
