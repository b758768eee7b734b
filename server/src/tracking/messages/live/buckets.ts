/**
 * Accounts are spread over buckets, and each bucket has its own channel, so a node receives only the buckets that its
 * readers need. Pure.
 */

/** Nodes of all versions must agree on the number and on the hash, so neither ever changes. */
export const bucketsCount = 1_024

export function bucketOf(accountId: number): number {
  // Both halves of an id count, and neighbouring ids are spread.
  const mixed = Math.imul((accountId % 0x1_0000_0000) ^ Math.floor(accountId / 0x1_0000_0000), 0x9e37_79b1)
  return mixed >>> 22
}

export const channelOf = (bucket: number): string => `positions.${bucket}`

/** A bit for each bucket. */
export type Buckets = Uint8Array

export const noBuckets = (): Buckets => new Uint8Array(bucketsCount / 8)
export const allBuckets = (): Buckets => noBuckets().fill(0xff)

export const hasBucket = (buckets: Buckets, bucket: number): boolean =>
  ((buckets[bucket >> 3] ?? 0) & (1 << (bucket & 7))) !== 0

export function addBucket(buckets: Buckets, bucket: number): void {
  buckets[bucket >> 3]! |= 1 << (bucket & 7)
}

export const writeBuckets = (buckets: Buckets): string => Buffer.from(buckets).toString('base64')
export const readBuckets = (text: string): Buckets => Buffer.from(text, 'base64')

/** What a node with readers announces: its id, and the buckets it needs. */
export const writeListener = (id: string, buckets: Buckets): string => `${id} ${writeBuckets(buckets)}`

/** Without buckets: a node of an older version, which receives everything in one channel. */
export function readListener(payload: string): { id: string; buckets: Buckets | undefined } {
  const [id = '', buckets] = payload.split(' ')
  return { id, buckets: buckets === undefined ? undefined : readBuckets(buckets) }
}
