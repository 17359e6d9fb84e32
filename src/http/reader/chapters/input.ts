import { z } from 'zod'
import { cursorParameter } from '#http/input/query.ts'
import { beforeParameter } from '#http/reader/feeds/feed-forms.ts'

/** Query of a chapter. */
export const chapterInput = z.object({ cursor: cursorParameter(), before: beforeParameter() })
