import { globSync } from 'node:fs'

/** libfaketime of Debian's package `faketime`, for processes with threads; empty if it is not installed. */
export const FAKETIME = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? ''
