/**
 * Large buffers that are used once and given back. V8 counts their bytes as pressure: after some tens of megabytes it
 * marks the whole heap, in several threads. For an answer of 10,000 messages that took more processor time than reading,
 * unpacking and sending them. Memory that is given back at once does not count, and is still warm for the next one. Pure.
 */
const own = new WeakSet<Buffer>()

/** The buffer must have its memory to itself, and exactly one reader. */
export function scratch(buffer: Buffer): Buffer {
  if (buffer.byteLength > Buffer.poolSize) own.add(buffer)
  return buffer
}

/** It and every part of it are empty from now on. Does nothing with any other buffer. */
export function giveBack(buffer: Buffer): void {
  if (own.delete(buffer)) (buffer.buffer as ArrayBuffer).transfer(0)
}
