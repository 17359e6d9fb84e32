import chromium from '@sparticuz/chromium'

/** The browser of `CHROME_PATH`, or the one of the tests. */
export const chromiumPath = async (): Promise<string> => process.env.CHROME_PATH ?? (await chromium.executablePath())
