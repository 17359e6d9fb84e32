type Paging<Page, Item> = {
  /** Requests the page at a cursor; undefined for the first. */
  request: (place: string | undefined) => Promise<{ page: Page; next: string | null }>
  itemsOf: (page: Page) => readonly Item[]
}

/** A paged list: `for await` gives its entries one by one and requests pages as needed. */
export class Listing<Item, Page> implements AsyncIterable<Item> {
  readonly #paging: Paging<Page, Item>

  constructor(paging: Paging<Page, Item>) {
    this.#paging = paging
  }

  /** The pages, as the server sends them. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let place: string | undefined
    do {
      const { page, next } = await this.#paging.request(place)
      yield page
      place = next ?? undefined
    } while (place !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#paging.itemsOf(page)
  }

  /** The first page. */
  async first(): Promise<Page> {
    return (await this.#paging.request(undefined)).page
  }

  /** The first entries, at most `most`. */
  async take(most: number): Promise<Item[]> {
    const items: Item[] = []
    if (most <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= most) break
    }
    return items
  }
}
