/** The parts of a name as references have it: "A. B. van One", or a surname alone. */
export const parseName = (name: string): { given: string; family: string } => {
  const words = name.split(/\s+/u)
  if (words.length === 1) return { given: '', family: name }
  const at = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word))
  const from = at === -1 ? words.length - 1 : at
  return { given: words.slice(0, from).join(' '), family: words.slice(from).join(' ') }
}
