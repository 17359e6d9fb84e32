import { injectionPayloads } from './injection-payloads.ts'
import type { TestService } from '../service/test-service.ts'

const inAddress = (payload: string): string => payload.replaceAll(/\s/gu, '+')

/** A paper with payloads in every field that takes a text, and addresses that carry them. */
const infected = (payloads: readonly string[], number: number): Record<string, unknown> => {
  const all = payloads.join(' ')
  const blocks = payloads.join('\n\n')
  return {
    id: `p${number}`,
    title: all,
    authors: payloads,
    year: 2025,
    institution: all.slice(0, 500),
    url: `https://example.org/${number}?q=${inAddress(all)}#${inAddress(all)}`,
    abstract: blocks,
    chapter: 1 + (number % 7),
    longHorizonScore: number / 1_000,
    enterpriseScore: 1 - number / 1_000,
    topics: payloads,
    concepts: payloads,
    frameworkMappings: payloads,
    houseCommentary: `${blocks}\n\n- ${all}\n\n> ${all}`,
    storageUrl: `https://example.org/${number}.pdf?${inAddress(all)}`,
    fullText: payloads.map((payload) => `# ${payload}\n\n${payload}`).join('\n\n'),
  }
}

/** The payloads in groups of ten. */
export const tens = Array.from({ length: 15 }, (_, index) => injectionPayloads.slice(index * 10, index * 10 + 10))

/** Makes a corpus public whose papers, concepts, gaps and brief are made of payloads. */
export const infectCorpus = async (service: TestService): Promise<void> => {
  await service.accept(
    ...injectionPayloads.map((payload, index) => infected([payload], index + 1)),
    ...tens.map((payloads, index) => infected(payloads, 501 + index)),
  )
  const at = service.clock.now().toISOString()
  await service.store.transact(async (tx) => {
    for (const [index, payload] of injectionPayloads.slice(0, 60).entries()) {
      await tx.concepts.define(payload, payload)
      const paperIds = [`p${index + 1}`]
      await tx.gaps.put({ id: `g${index + 1}`, title: payload, severity: 'high', explanation: payload, paperIds }, at)
    }
    const text = injectionPayloads.join('\n\n')
    const week = { year: 2026, week: 40 }
    const title = injectionPayloads.slice(0, 3).join(' ')
    await tx.briefs.publish({
      id: '2026-w40',
      week,
      title,
      summary: text,
      take: text,
      featured: ['p1', 'p2'],
      publishedAt: at,
    })
  })
}
