import S3rver from 's3rver'
import { type Ending, temporaryFolder } from '../files.ts'

/** The keys that s3rver has by itself. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }

/** A real server in this process with a bucket called files. Returns its address, and the folder with its objects. */
export const bucketServer = async (t: Ending): Promise<{ endpoint: string; directory: string }> => {
  const directory = await temporaryFolder(t)
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  t.after(() => server.close())
  return { endpoint: `http://127.0.0.1:${port}`, directory }
}
