import type { Ended } from './run-tool.ts'

/** What is judged: a server with the example corpus. */
export type Judged = { url: string; folder: string }

/** One judge. `findings` are short and always the same for the same thing, so that exceptions can name them. */
export type Check = {
  name: string
  /** The program of conform/ that it runs. */
  tool: string
  findings(tool: string, judged: Judged): Promise<string[]>
}

/** A tool that fails without saying why has judged nothing. Throws its words. */
export const requireOutput = ({ code, output, errors }: Ended): string => {
  if (output.trim() === '') throw new Error(`it ended with ${code} and said only: ${errors.slice(-500)}`)
  return output
}
