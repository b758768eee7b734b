/**
 * Frames without a message that change how later frames are read: a login with a time zone, or the packages before the
 * last. They are stored with the next frame that has messages. The first frames of a connection, its greeting, are stored
 * again once a day, because connections outlive stored frames.
 */

const greetingMax = 4
const greetingBytesMax = 512
const greetingEveryMs = 86_400_000
const piecesBytesMax = 64 * 1024
const noPieces: readonly Buffer[] = []

export class Openers {
  #greeting = noPieces
  #greetingDueMs = 0
  #pieces = noPieces

  /** Copies the frame, because its bytes are part of a larger buffer that the socket read. */
  add(frame: Buffer): void {
    const isGreeting =
      this.#greetingDueMs === 0 && this.#greeting.length < greetingMax && frame.length <= greetingBytesMax
    if (isGreeting) this.#greeting = [...this.#greeting, Buffer.from(frame)]
    else if (this.#pieces.reduce((sum, piece) => sum + piece.length, frame.length) > piecesBytesMax) this.#pieces = []
    else this.#pieces = [...this.#pieces, Buffer.from(frame)]
  }

  take(): readonly Buffer[] {
    if (this.#greeting.length === 0 && this.#pieces.length === 0) return noPieces
    const isDue = performance.now() >= this.#greetingDueMs
    if (isDue) this.#greetingDueMs = performance.now() + greetingEveryMs
    const openers = isDue ? [...this.#greeting, ...this.#pieces] : this.#pieces
    this.#pieces = noPieces
    return openers
  }

  /** The frame that carried the greeting was not stored: the next one carries it again. */
  repeatGreeting(): void {
    this.#greetingDueMs = 0
  }
}
