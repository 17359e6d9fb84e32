/** Whole numbers in as few bytes as they need, seven bits each, the lowest first. */

const MORE = 0x80
const MAX_BYTES = 8

export type NumberWriter = {
  write(value: number): void
  /** What was written since the last time, as bytes of its own. */
  take(): Buffer
}

export const numberWriter = (): NumberWriter => {
  let bytes = Buffer.alloc(4_096)
  let at = 0
  return {
    write: (value) => {
      if (at + MAX_BYTES > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2)
      let rest = value
      while (rest >= MORE) {
        bytes[at] = (rest % MORE) + MORE
        rest = Math.floor(rest / MORE)
        at += 1
      }
      bytes[at] = rest
      at += 1
    },
    take: () => {
      const taken = Buffer.from(bytes.subarray(0, at))
      at = 0
      return taken
    },
  }
}

export type NumberReader = { next(): number }

export const readNumbers = (bytes: Uint8Array): NumberReader => {
  let at = 0
  return {
    next: () => {
      let value = 0
      let unit = 1
      for (;;) {
        const byte = bytes[at] ?? 0
        at += 1
        if (byte < MORE) return value + byte * unit
        value += (byte - MORE) * unit
        unit *= MORE
      }
    },
  }
}
