import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A wire to a server. While it is cut nothing passes it in either direction, and nobody is told. */
export const wireTo = async (t: TestContext, port: number) => {
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      if (isCut) from.pause()
      from.on('error', () => {})
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
      if (isCut) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const end of ends) end.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut: (): void => {
      isCut = true
      for (const end of ends) end.pause()
    },
    mend: (): void => {
      isCut = false
      for (const end of ends) end.resume()
    },
  }
}
