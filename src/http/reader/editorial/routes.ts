import { HTML_TYPE } from '#http/routing/reply.ts'
import { withForms } from '#http/routing/form.ts'
import type { Route } from '#http/routing/route.ts'
import { listBriefs, showBrief } from './brief-pages.ts'
import { listConcepts, showConcept } from './concept-pages.ts'
import { editorialForms } from './forms.ts'
import { listGaps, showGap } from './gap-pages.ts'
import { conceptInput, conceptsInput, gapsInput } from './input.ts'
import type { Ports } from './ports.ts'

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })
const invalidParameter = { 400: htmlResponse('A parameter is out of range.') }

export const editorialPageRoutes = (ports: Ports): Route[] => {
  const forms = editorialForms(ports)
  return [
    ...withForms(
      {
        ...publicPage,
        path: '/concepts',
        summary: 'Concepts with their trends, most papers first',
        query: conceptsInput,
        responses: {
          200: htmlResponse('The page.'),
          ...invalidParameter,
          404: htmlResponse('The list has no such page.'),
        },
        handle: listConcepts(ports),
      },
      forms.concepts,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/concepts/:id',
        summary: 'One concept: the evidence of its trend, its papers, related concepts',
        query: conceptInput,
        responses: {
          200: htmlResponse('The page.'),
          308: htmlResponse('The concept was merged; Location names the one it is now.'),
          ...invalidParameter,
          404: htmlResponse('No such concept.'),
        },
        handle: showConcept(ports),
      },
      forms.concept,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/gaps',
        summary: 'Research gaps, most severe first, and topics with few papers',
        query: gapsInput,
        responses: {
          200: htmlResponse('The page.'),
          ...invalidParameter,
          404: htmlResponse('The list has no such page.'),
        },
        handle: listGaps(ports),
      },
      forms.gaps,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/gaps/:id',
        summary: 'One research gap',
        responses: { 200: htmlResponse('The page.'), 404: htmlResponse('No such gap.') },
        handle: showGap(ports),
      },
      forms.gap,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/briefs',
        summary: 'The archive of weekly briefs, newest first',
        responses: { 200: htmlResponse('The page.') },
        handle: listBriefs(ports),
      },
      forms.briefs,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/briefs/:id',
        summary: 'One weekly brief with its featured papers',
        responses: { 200: htmlResponse('The page.'), 404: htmlResponse('No such brief.') },
        handle: showBrief(ports),
      },
      forms.brief,
    ),
  ]
}
