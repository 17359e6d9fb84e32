/** Works are compared with many others one after the other: what was made of the last texts is kept. */
const MOST_KEPT = 2_000

/** The same function, which keeps what it made of the texts that it was given last. Texts have one copy of it: change none. */
export const remembered = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const made = new Map<string, Made>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (made.size >= MOST_KEPT) made.clear()
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}
