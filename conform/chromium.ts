import chromium from '@sparticuz/chromium'

/** The browser of `CHROME_PATH`, or ours. */
export const chromiumPath = async (): Promise<string> => process.env.CHROME_PATH ?? (await chromium.executablePath())
