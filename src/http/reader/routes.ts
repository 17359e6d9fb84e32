import type { Store } from '#ports/store.ts'
import { HTML_TYPE, page } from '../kit/answer.ts'
import type { Route } from '../kit/route.ts'
import { homePage } from './pages/home.ts'

type Ports = { store: Store; houseName: string }

export const readerRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/',
    summary: 'What this corpus holds and where to ask it',
    access: 'public',
    caching: 'revision',
    anyOrigin: false,
    answers: { 200: { description: 'The first page.', type: HTML_TYPE } },
    handle: async () => page(200, homePage(ports, await ports.store.read.stats.counts())),
  },
]
