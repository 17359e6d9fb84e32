import type { Context } from 'hono'
import { z } from 'zod'
import { addChapter, mergeChapters, orderChapters, removeChapter } from '#actions/editorial/chapters.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type Chapter, chapters as numbers, isChapter } from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { CHAPTER_FORM_BYTES, readFormBody } from '#http/input/body.ts'
import { checkedId, readQuery } from '#http/input/query.ts'
import type { Html } from '#html.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { renderLinkedTexts } from '#queries/rendered-texts.ts'
import { parseInput } from '#schemas/validate.ts'
import { chapterPage, chaptersPage, type ChaptersView, PATH } from './pages.ts'

type ChapterPorts = { store: Store; markdown: MarkdownRenderer; run: RunAction; site: LiveSite }

const drawChapters = async (
  ports: ChapterPorts,
  context: Context,
  given: Partial<Pick<ChaptersView, 'failure' | 'name' | 'saved'>>,
): Promise<Html> => {
  const { chapters } = ports.store.private
  const all = await chapters.list()
  const counted = await Promise.all(
    numbers.map(async (number) => ({ number, papers: await chapters.countPapers(number) })),
  )
  const isKnown = (number: Chapter): boolean => all.some((chapter) => chapter.number === number)
  return chaptersPage(ports, {
    editor: getCurrentEditor(context),
    chapters: all.flatMap((chapter) =>
      counted.filter(({ number }) => number === chapter.number).map(({ papers }) => ({ ...chapter, papers })),
    ),
    lacked: counted.filter(({ number, papers }) => !isKnown(number) && papers.public + papers.other > 0),
    name: '',
    failure: null,
    saved: false,
    ...given,
  })
}

const chapterNumber = z.coerce.number().refine(isChapter, { error: 'must be a whole number from 1 to 7' })
const added = z.object({ number: chapterNumber, name: editedChapters.fields.name.input })
const ordered = z.object({
  order: z
    .string()
    .max(20)
    .transform((text) => text.split(',').map(Number).filter(isChapter)),
})
const merged = z.object({
  into: z.union([z.literal('none').transform(() => null), chapterNumber], {
    error: 'must be the number of a chapter, or none',
  }),
})

/** Merges at most 2,000 papers in one request. */
const STEPS = 10

const leftQuery = savedQuery.extend({ left: z.coerce.number().int().min(0).optional() })

const post = { ...editorRoute, method: 'post', responses: redirectResponse } as const

const numberOf = (context: Context): Chapter => editedChapters.parseId(checkedId(context.req.param('number') ?? ''))

export const chapterRoutes = (ports: ChapterPorts): Route[] => {
  const formWith = (left: number | null) =>
    editedForm(ports, editedChapters, {
      path: PATH,
      parameter: 'number',
      maxBytes: CHAPTER_FORM_BYTES,
      checksPreview: true,
      draw: async (form) => {
        const { chapters } = ports.store.private
        const { number } = form.stored
        const texts = { ...ports, related: ports.store.private.related }
        const targets = (await chapters.names()).filter((other) => other.number !== number)
        const view = { form, papers: await chapters.countPapers(number), targets, left }
        return chapterPage(ports, view, await renderLinkedTexts(texts, [form.values.introduction]))
      },
    })
  const form = formWith(null)

  const add = async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        const chapter = { ...parseInput(added, fields), introduction: '' }
        await ports.run(addChapter, { chapter, actor: getCurrentActor(context) })
        return seeOther(`${PATH}/${chapter.number}`)
      },
      (failure) => drawChapters(ports, context, { failure, name: fields.name ?? '' }),
    )
  }

  const order = async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        await ports.run(orderChapters, { numbers: parseInput(ordered, fields).order, actor: getCurrentActor(context) })
        return seeOther(`${PATH}?saved=order`)
      },
      (failure) => drawChapters(ports, context, { failure }),
    )
  }

  const remove = async (context: Context): Promise<Reply> => {
    const number = numberOf(context)
    return redisplayForm(
      async () => {
        await ports.run(removeChapter, { number, actor: getCurrentActor(context) })
        return seeOther(`${PATH}?saved=removed`)
      },
      (failure) => drawChapters(ports, context, { failure }),
    )
  }

  const merge = async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const number = numberOf(context)
    return redisplayForm(
      async () => {
        const { into } = parseInput(merged, fields)
        const { left } = await mergeChapters(ports.run, { number, into, actor: getCurrentActor(context) }, STEPS)
        const isKnown = (await ports.store.private.chapters.find(number)) !== null
        return seeOther(left > 0 && isKnown ? `${PATH}/${number}?left=${left}` : `${PATH}?saved=merged`)
      },
      (failure) => drawChapters(ports, context, { failure }),
    )
  }

  const show = form.show({ path: '/console/chapters/:number', summary: 'The form of a chapter' })
  return [
    {
      ...editorRoute,
      method: 'get',
      path: '/console/chapters',
      summary: 'The chapters in the order shown',
      query: savedQuery,
      responses: pageResponse,
      handle: async (context) => {
        const { saved } = readQuery(context, savedQuery)
        return page(200, await drawChapters(ports, context, { saved: saved !== undefined }))
      },
    },
    { ...post, path: '/console/chapters', summary: 'Adds a chapter', handle: add },
    { ...post, path: '/console/chapters/order', summary: 'Shows the chapters in another order', handle: order },
    {
      ...show,
      query: leftQuery,
      handle: async (context) => {
        const { saved, left } = readQuery(context, leftQuery)
        const stored = await ports.store.private.chapters.get(numberOf(context))
        return page(200, await formWith(left ?? null).render(context, { stored, saved: saved !== undefined }))
      },
    },
    form.save({ path: '/console/chapters/:number', summary: 'Changes the name and introduction of a chapter' }),
    form.preview({
      path: '/console/chapters/:number/preview',
      summary: 'Previews a chapter; stores nothing',
    }),
    {
      ...post,
      path: '/console/chapters/:number/remove',
      summary: 'Takes out a chapter without papers',
      handle: remove,
    },
    {
      ...post,
      path: '/console/chapters/:number/merge',
      summary: 'Moves the papers of a chapter to another one or to none, and takes it out',
      handle: merge,
    },
  ]
}
