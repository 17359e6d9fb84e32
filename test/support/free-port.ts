import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to those who ask for any (32768 on Linux, 49152 elsewhere): a server that ends and starts
 * again finds its port free, however many connections and servers come meanwhile.
 */
const [FIRST, END] = [20_000, 32_768]

/** A port on this machine for a program that cannot choose one by itself, or that has to keep it from start to start. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, END)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
