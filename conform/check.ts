import type { Ended } from './run-tool.ts'

/** The server to check, with the example corpus. */
export type Judged = { url: string; folder: string; metricsToken: string }

/** One check. `findings` are short and stable, so that exceptions can name them. */
export type Check = {
  name: string
  /** The tool that it runs, by its name in `findTool`. */
  tool: string
  /** Takes minutes: left out by `--short`. */
  isLong?: true
  findings(tool: string, judged: Judged): Promise<string[]>
}

/** Thrown if something other than the tool is missing; the message says what. */
export class NotRun extends Error {}

/** Throws the output of a tool that failed without findings: it has checked nothing. */
export const requireOutput = ({ code, output, errors }: Ended): string => {
  if (output.trim() === '') throw new Error(`it ended with ${code} and said only: ${errors.slice(-500)}`)
  return output
}
