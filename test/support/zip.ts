import { crc32, deflateRawSync } from 'node:zlib'

/** A file for an archive. What it says of itself may be wrong on purpose. */
export type ZippedFile = {
  name: string
  content: string | Buffer
  /** 0 stores the content, 8 deflates it; others only claim to compress it. */
  method?: number
  flags?: number
  size?: number
  crc?: number
  /** Where its local header is said to be. */
  offset?: number
  /** Writes the sizes behind the content, as programs do that write to a pipe. */
  hasDescriptor?: boolean
}

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const SIZES_FOLLOW = 8
const UTF8_NAME = 0x800

const fields = (...values: [bytes: 2 | 4, value: number][]): Buffer =>
  Buffer.concat(
    values.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

/** A ZIP archive. @param entries how many files its end claims, if not as many as it has */
export const zipOf = (files: readonly ZippedFile[], entries = files.length): Buffer => {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, content, method = 8, flags = UTF8_NAME, hasDescriptor = false, ...claimed } of files) {
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const label = Buffer.from(name)
    const { size = plain.byteLength, crc = crc32(plain), offset = at } = claimed
    const allFlags = hasDescriptor ? flags | SIZES_FOLLOW : flags
    const common = (known: boolean): Buffer =>
      fields(
        [2, 20],
        [2, allFlags],
        [2, method],
        [4, 0],
        [4, known ? crc : 0],
        [4, known ? packed.byteLength : 0],
        [4, known ? size : 0],
        [2, label.byteLength],
        [2, 0],
      )
    const descriptor = hasDescriptor
      ? fields([4, DESCRIPTOR], [4, crc], [4, packed.byteLength], [4, size])
      : Buffer.alloc(0)
    const local = Buffer.concat([fields([4, LOCAL]), common(!hasDescriptor), label, packed, descriptor])
    central.push(
      fields([4, CENTRAL], [2, 20]),
      common(true),
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      label,
    )
    locals.push(local)
    at += local.byteLength
  }
  const directory = Buffer.concat(central)
  const end = fields([4, END], [2, 0], [2, 0], [2, entries], [2, entries], [4, directory.byteLength], [4, at], [2, 0])
  return Buffer.concat([...locals, directory, end])
}
