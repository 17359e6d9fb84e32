/** The file with the first key and sign-in link, which a first start names where its output is no terminal. */
export const secretsFile = (stdout: readonly string[]): string =>
  /^ {2}secrets {4}(?<file>\S+) {2}/mu.exec(stdout.join('\n'))?.groups?.file ?? ''
