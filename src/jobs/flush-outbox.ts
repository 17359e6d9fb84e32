import { requeueAllEmails } from '#actions/outbox/requeue-all-emails.ts'
import { deliverOutbox, type DeliveryPorts } from './deliver-outbox.ts'

/** Tries every email that waits or was given up, at once. Returns how many were tried. */
export const flushOutbox = async (ports: DeliveryPorts, teamEmail: string | null): Promise<{ tried: number }> => {
  await ports.run(requeueAllEmails, null)
  let tried = 0
  for (let more = true; more;) {
    const round = await deliverOutbox(ports, teamEmail)
    tried += round.tried
    more = round.more
  }
  return { tried }
}
