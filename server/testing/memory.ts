import { statfs } from 'node:fs/promises'

/** Where files are kept in memory, if there is as much room: containers often have next to none. */
export async function memoryFolder(bytesMin: number): Promise<string | undefined> {
  const folder = '/dev/shm'
  const room = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room < bytesMin ? undefined : folder
}
