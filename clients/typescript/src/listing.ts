type Paging<Page, Item> = {
  /** The page at a place; undefined for the first. */
  ask: (place: string | undefined) => Promise<{ page: Page; next: string | null }>
  itemsOf: (page: Page) => readonly Item[]
}

/** A list that comes in pages: `for await` gives its entries one by one, and asks for a page when it is needed. */
export class Listing<Item, Page> implements AsyncIterable<Item> {
  readonly #paging: Paging<Page, Item>

  constructor(paging: Paging<Page, Item>) {
    this.#paging = paging
  }

  /** Page by page, each as the server gives it. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let place: string | undefined
    do {
      const { page, next } = await this.#paging.ask(place)
      yield page
      place = next ?? undefined
    } while (place !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#paging.itemsOf(page)
  }

  /** The first page. */
  async first(): Promise<Page> {
    return (await this.#paging.ask(undefined)).page
  }

  /** The first entries, as many as there are up to `most`. */
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
