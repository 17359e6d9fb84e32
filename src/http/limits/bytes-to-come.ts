import type { IncomingMessage } from 'node:http'

type Announced = Pick<IncomingMessage, 'headers'>

/** What a request says that its body has; Infinity where it comes in chunks. */
export const bytesToCome = ({ headers }: Announced): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

export const bringsBody = (request: Announced): boolean => bytesToCome(request) > 0
