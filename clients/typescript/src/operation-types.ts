import type { operations, Operations } from './schema.ts'

/** An operation by its method and path, such as `GET /api/v1/papers/{id}`. */
export type OperationKey = keyof Operations
/** An operation by its name in the description, such as `getApiV1PapersById`. */
export type OperationName = keyof typeof operations

type KeyOf<Name extends OperationKey | OperationName> = Name extends OperationName
  ? (typeof operations)[Name]['key']
  : Extract<Name, OperationKey>

/** The successful response of an operation. */
export type AnswerOf<Name extends OperationKey | OperationName> = Operations[KeyOf<Name>]['answer']
/** The query parameters of an operation. */
export type QueryOf<Name extends OperationKey | OperationName> = Partial<Operations[KeyOf<Name>]['query']>
export type BodyOf<Name extends OperationKey | OperationName> = Operations[KeyOf<Name>]['body']

/** Options of any call: a signal to abort it, and a time limit for each attempt. */
export type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

type Needed<Name extends string, Value> = Value extends undefined | Record<string, never>
  ? { [K in Name]?: Value }
  : { [K in Name]: Value }

/** The input of an operation. */
export type InputOf<Name extends OperationKey | OperationName> = Needed<'path', Operations[KeyOf<Name>]['path']> &
  Needed<'body', BodyOf<Name>> & { query?: QueryOf<Name>; headers?: Readonly<Record<string, string>> } & CallOptions

/** A response with its headers. */
export type Answer<Data> = { status: number; headers: Headers; etag: string | null; data: Data }
