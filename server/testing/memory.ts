import { statfs } from 'node:fs/promises'

/** Files there are kept in memory, where there is such a folder. */
export const inMemory = '/dev/shm'

/** The same, if there is as much room: containers often have next to none. */
export async function memoryFolder(bytesMin: number): Promise<string | undefined> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room < bytesMin ? undefined : inMemory
}
