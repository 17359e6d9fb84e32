import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/runtime.ts'
import type { ShareImage, ShareImages } from '#ports/share-images.ts'
import { openSandbox, type MemoryBounds } from '#threads/sandbox.ts'

const VERSION = 1
/** A picture takes 0.1 s: only a defect can reach this. */
const DEADLINE_MS = 30_000
const MAX_WAITING = 16
/** After that the memory of renderer and fonts is freed. */
const IDLE_MS = 10_000
/** It has 150 MB with renderer and fonts. A thread would leave half of that in the memory of the server when it ends. */
const BOUNDS: MemoryBounds = { residentBytes: 400 * 1_024 * 1_024, heapMegabytes: 64 }
/** Some eighty pictures. */
const MAX_KEPT_BYTES = 3 * 1_024 * 1_024

/** Pictures that were asked for last. */
const pictureCache = () => {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  return {
    find: (key: string): Buffer | undefined => {
      const picture = kept.get(key)
      if (picture === undefined) return undefined
      kept.delete(key)
      kept.set(key, picture)
      return picture
    },
    keep: (key: string, picture: Buffer): void => {
      kept.set(key, picture)
      bytes += picture.byteLength
      for (const [oldest, { byteLength }] of kept) {
        if (bytes <= MAX_KEPT_BYTES) return
        kept.delete(oldest)
        bytes -= byteLength
      }
    },
  }
}

type Options = { log: Log; entry?: URL; deadlineMs?: number }

/**
 * Draws in a separate process without permissions, one picture after another. The process starts with the first picture and ends when
 * idle.
 */
export const openShareImages = ({
  log,
  entry = new URL('./drawing-process.ts', import.meta.url),
  deadlineMs = DEADLINE_MS,
}: Options): ShareImages & { close(): Promise<void> } => {
  const drawer = openSandbox<ShareImage, Uint8Array>({ entry, bounds: BOUNDS, idleMs: IDLE_MS })
  const known = pictureCache()
  const drawing = new Map<string, Promise<Buffer>>()

  const drawNow = async (key: string, image: ShareImage): Promise<Buffer> => {
    try {
      const picture = Buffer.from(await drawer.request(image, { withinMs: deadlineMs }))
      known.keep(key, picture)
      return picture
    } catch (error) {
      log.error({ err: error, title: image.title }, 'a picture could not be drawn')
      throw new Failure('unavailable', 'The picture could not be drawn; try again later.', { retryAfter: 60 })
    } finally {
      drawing.delete(key)
    }
  }

  return {
    version: VERSION,
    draw: async (image) => {
      const key = JSON.stringify(image)
      const found = known.find(key) ?? drawing.get(key)
      if (found !== undefined) return found
      if (drawing.size >= MAX_WAITING)
        throw new Failure('unavailable', 'Too many pictures are being drawn; try again shortly.', { retryAfter: 1 })
      const drawn = drawNow(key, image)
      drawing.set(key, drawn)
      return drawn
    },
    close: () => drawer.close(),
  }
}
