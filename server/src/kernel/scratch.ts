/**
 * Large buffers that are made, used once, and given back. V8 counts their bytes as pressure: after some tens of megabytes it
 * marks the whole heap, in several threads. For an answer of 10,000 messages that took more processor time than reading,
 * unpacking and sending them. What is given back at once does not count, and its memory is still warm for the next one. Pure.
 */
const own = new WeakSet<Buffer>()

/** The buffer must have its memory to itself, and whoever gets it must be the only one who reads it. */
export function scratch(buffer: Buffer): Buffer {
  if (buffer.byteLength > Buffer.poolSize) own.add(buffer)
  return buffer
}

/** It and every part of it are empty from now on. Does nothing with any other buffer. */
export function giveBack(buffer: Buffer): void {
  if (own.delete(buffer)) (buffer.buffer as ArrayBuffer).transfer(0)
}
