/** Whole numbers in as few bytes as they need, seven bits each, the lowest first. */

const MORE = 0x80
const MAX_BYTES = 8
const FIRST_SIZE = 4_096

export type NumberWriter = {
  write(value: number): void
  writeBytes(bytes: Uint8Array): void
  /** A byte for each character. */
  writeLatin1(text: string): void
  /** How many bytes wait to be taken. */
  size(): number
  /** What was written since the last time, as bytes of its own. */
  take(): Buffer
}

export const numberWriter = (): NumberWriter => {
  let bytes = Buffer.alloc(FIRST_SIZE)
  let at = 0
  const makeRoom = (count: number): void => {
    if (at + count > bytes.length) bytes = Buffer.concat([bytes], (bytes.length + count) * 2)
  }
  return {
    write: (value) => {
      makeRoom(MAX_BYTES)
      let rest = value
      while (rest >= MORE) {
        bytes[at] = (rest % MORE) + MORE
        rest = Math.floor(rest / MORE)
        at += 1
      }
      bytes[at] = rest
      at += 1
    },
    writeBytes: (given) => {
      makeRoom(given.length)
      bytes.set(given, at)
      at += given.length
    },
    writeLatin1: (text) => {
      makeRoom(text.length)
      for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index)
      at += text.length
    },
    size: () => at,
    take: () => {
      const taken = Buffer.allocUnsafe(at)
      bytes.copy(taken, 0, 0, at)
      at = 0
      return taken
    },
  }
}

export type NumberReader = {
  next(): number
  /** Fills a list with the sums of the numbers so far, each with the one before. */
  nextSums(sums: Uint32Array): void
  /** So many bytes as they are: a view, not a copy. */
  nextBytes(count: number): Uint8Array
  /** Passes over so many bytes, and tells where they begin: a view of each would cost more than to read it. */
  skip(count: number): number
  isAtEnd(): boolean
}

export const readNumbers = (bytes: Uint8Array): NumberReader => {
  let at = 0
  const next = (): number => {
    let value = 0
    let unit = 1
    for (;;) {
      const byte = bytes[at] ?? 0
      at += 1
      if (byte < MORE) return value + byte * unit
      value += (byte - MORE) * unit
      unit *= MORE
    }
  }
  return {
    next,
    nextSums: (sums) => {
      let sum = 0
      for (let index = 0; index < sums.length; index += 1) {
        const byte = bytes[at] ?? 0
        const second = bytes[at + 1] ?? 0
        // Nearly all have one byte or two.
        if (byte < MORE) {
          at += 1
          sum += byte
        } else if (second < MORE) {
          at += 2
          sum += byte - MORE + second * MORE
        } else sum += next()
        sums[index] = sum
      }
    },
    nextBytes: (count) => {
      const found = bytes.subarray(at, at + count)
      at += count
      return found
    },
    skip: (count) => {
      at += count
      return at - count
    },
    isAtEnd: () => at >= bytes.length,
  }
}
