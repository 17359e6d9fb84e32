import type { TestService } from './test-service.ts'

/** The JSON of a response; the test says what it expects and then checks it. */
export const jsonOf = async <Body = Record<string, unknown>>(response: Response): Promise<Body> =>
  (await response.json()) as Body

export type Listed = { papers: Record<string, unknown>[] }

/** The ids of a list of papers, in the order of the response. */
export const idsAt = async (service: Pick<TestService, 'get'>, path: string): Promise<unknown[]> => {
  const response = await service.get(path)
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return (await jsonOf<Listed>(response)).papers.map(({ id }) => id)
}

/** The address of the next page in the Link header (RFC 8288). */
export const nextLink = (response: Response): string | null =>
  /^<(?<target>[^>]+)>; rel="next"$/u.exec(response.headers.get('link') ?? '')?.groups?.target ?? null

/** The value of one parameter of the next page's address. */
export const nextParameter = (response: Response, name: string): string => {
  const link = nextLink(response)
  if (link === null) throw new Error('there is no next page')
  return new URL(link).searchParams.get(name) ?? ''
}

/** All pages of a list, by following the Link header as a client would. */
export async function* pagesFrom(
  service: Pick<TestService, 'url'>,
  path: string,
  headers: Record<string, string> = {},
): AsyncGenerator<Response> {
  for (let address: string | null = service.url + path; address !== null;) {
    const response = await fetch(address, { headers })
    if (response.status !== 200) throw new Error(`${address} was answered ${response.status}`)
    address = nextLink(response)
    yield response
  }
}
