import { AsyncLocalStorage } from 'node:async_hooks'
import { childOf, newTrace, type TraceContext, traceHeaders } from '#core/trace-context.ts'

const current = new AsyncLocalStorage<TraceContext>()

/** Does work as part of a trace: its lines in the log and the requests that it sends belong to it. */
export const withinTrace = <T>(trace: TraceContext, work: () => T): T => current.run(trace, work)

/** The same in a new trace, for work that no request causes. */
export const withinNewTrace = <T>(work: () => T): T => current.run(newTrace(), work)

/** The headers for a request to another server, which is a span of its own; none outside of a trace. */
export const outgoingTraceHeaders = (): Record<string, string> => {
  const trace = current.getStore()
  return trace === undefined ? {} : traceHeaders(childOf(trace))
}

/** What a line of the log says about the trace that it belongs to. */
export const traceFacts = (): { traceId?: string; spanId?: string } => {
  const trace = current.getStore()
  return trace === undefined ? {} : { traceId: trace.traceId, spanId: trace.spanId }
}
