const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** A number of bytes in words: `1 MiB`, `2.5 MiB`, `482 KiB`. */
export const byteSize = (bytes: number): string => {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1_024 ** power
  return `${Number.isInteger(size) || size >= 10 ? Math.round(size) : size.toFixed(1)} ${UNITS[power]}`
}
