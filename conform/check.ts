import type { Ended } from './run-tool.ts'

/** What is judged: a server with the example corpus. */
export type Judged = { url: string; folder: string }

/** One judge. `findings` are short and always the same for the same thing, so that exceptions can name them. */
export type Check = {
  name: string
  /** What it runs, as `findTool` knows it. */
  tool: string
  findings(tool: string, judged: Judged): Promise<string[]>
}

/** Thrown where something else than the tool is missing; the message says what. */
export class NotRun extends Error {}

/** A tool that fails without saying why has judged nothing. Throws its words. */
export const requireOutput = ({ code, output, errors }: Ended): string => {
  if (output.trim() === '') throw new Error(`it ended with ${code} and said only: ${errors.slice(-500)}`)
  return output
}
