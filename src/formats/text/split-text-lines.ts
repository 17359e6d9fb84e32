/** Puts pieces of text together to lines, without their ends. A line longer than `longest` is cut there. */
export const textLines = (longest = 1_000_000) => {
  let rest = ''
  return {
    push(text: string, isEnd = false): string[] {
      const lines = `${rest}${text}`.split('\n')
      const last = lines.pop() ?? ''
      rest = isEnd ? '' : last
      if (isEnd && last !== '') lines.push(last)
      else if (rest.length > longest) {
        lines.push(rest)
        rest = ''
      }
      return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
    },
  }
}
